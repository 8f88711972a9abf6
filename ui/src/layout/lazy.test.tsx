import { act, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { provideLater } from '../state/later';
import { type Loader, useLazy } from './lazy';

// The messages are there.
provideLater({ Moves: () => null, parts: {}, overlays: {} });

const isOnline = vi.spyOn(navigator, 'onLine', 'get');
afterEach(() => isOnline.mockReturnValue(true));

function Panel({ load, onOffline }: { load: Loader<Record<never, never>>; onOffline?: () => void }) {
  const Content = useLazy(true, load, onOffline);
  return Content ? <Content /> : 'One moment…';
}

function goOnline() {
  return act(() => {
    window.dispatchEvent(new Event('online'));
  });
}

describe('lazy components', () => {
  it('without a connection are loaded when there is one again', async () => {
    isOnline.mockReturnValue(false);
    const load = vi.fn<Loader<Record<never, never>>>();
    load.mockRejectedValueOnce(new TypeError('offline'));
    load.mockRejectedValueOnce(new TypeError('still offline'));
    load.mockResolvedValueOnce(() => <p>the panel</p>);
    const onOffline = vi.fn();
    render(<Panel load={load} onOffline={onOffline} />);
    await vi.waitFor(() => expect(onOffline).toHaveBeenCalledTimes(1));
    await goOnline();
    await vi.waitFor(() => expect(onOffline).toHaveBeenCalledTimes(2));
    expect(screen.queryByText('the panel')).toBeNull();

    await goOnline();
    await screen.findByText('the panel');
    await goOnline();
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('reload a document once whose code is missing, and again after it was there', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const missing = () => render(<Panel load={() => Promise.reject(new TypeError('missing'))} />);
    missing();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    const onOffline = vi.fn();
    render(<Panel load={() => Promise.reject(new TypeError('missing'))} onOffline={onOffline} />);
    await vi.waitFor(() => expect(onOffline).toHaveBeenCalledOnce());
    expect(reload).toHaveBeenCalledOnce();

    render(<Panel load={async () => () => <p>the panel</p>} />);
    await screen.findByText('the panel');
    missing();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
    reload.mockRestore();
  });

  it('are not retried once their place is gone', async () => {
    isOnline.mockReturnValue(false);
    const load = vi.fn<Loader<Record<never, never>>>().mockRejectedValue(new TypeError('offline'));
    const onOffline = vi.fn();
    const { rerender } = render(
      <div>
        <Panel load={load} onOffline={onOffline} />
      </div>,
    );
    await vi.waitFor(() => expect(onOffline).toHaveBeenCalledOnce());
    rerender(<div />);
    await goOnline();
    expect(load).toHaveBeenCalledOnce();
  });
});
