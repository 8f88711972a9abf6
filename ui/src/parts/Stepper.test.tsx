/** Quantity stepper: clicks, typing, blur (experience.md U20). */

import { I18nProvider } from '@lingui/react';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createI18n } from '../state/i18n';
import { PageContext, type PageInfo } from '../state/site';
import { Stepper, type StepperProps } from './Stepper';

const messages = {
  'cart.qty_below_one': ['Cannot set quantity below 1'],
  'cart.qty_maximum': ['You have reached the maximum order quantity for this item.'],
  'cart.qty_not_a_number': ['Enter the quantity as a whole number.'],
  'error.try_later': ['later'],
};

function show(props: Partial<StepperProps> = {}) {
  const onChange = vi.fn();
  render(
    <PageContext.Provider value={{ site: { lang: 'en' } } as PageInfo}>
      <I18nProvider i18n={createI18n('en', messages)}>
        <Stepper id="qty" itemName="Towel" value={2} max={3} onChange={onChange} {...props} />
      </I18nProvider>
    </PageContext.Provider>,
  );
  return onChange;
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity: Towel' });
const more = () => screen.getByRole('button', { name: 'One more: Towel' });
const less = () => screen.getByRole('button', { name: 'One less: Towel' });

describe('stepper', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('saves once, debounced', async () => {
    const onChange = show({ max: 10 });
    fireEvent.click(more());
    fireEvent.click(more());
    expect(onChange).not.toHaveBeenCalled();
    await act(() => {
      vi.advanceTimersByTime(400);
    });
    expect(onChange).toHaveBeenCalledExactlyOnceWith(4);
  });

  it('saves at once when it is left within the debounce', async () => {
    const onChange = show({ max: 10 });
    fireEvent.click(more());
    fireEvent.click(more());
    // Effects end with the next frame.
    await act(() => cleanup());
    expect(onChange).toHaveBeenCalledExactlyOnceWith(4);
    vi.advanceTimersByTime(400);
    expect(onChange).toHaveBeenCalledOnce();
  });

  it('takes back a quantity that is on its way', async () => {
    const onChange = show({ max: 10 });
    fireEvent.click(more());
    await act(() => void vi.advanceTimersByTime(400));
    fireEvent.click(less());
    await act(() => void vi.advanceTimersByTime(400));
    expect(onChange.mock.calls).toEqual([[3], [2]]);
  });

  it('saves nothing when the former quantity is chosen again', () => {
    const onChange = show({ max: 10 });
    fireEvent.click(more());
    fireEvent.click(less());
    vi.advanceTimersByTime(400);
    expect(onChange).not.toHaveBeenCalled();
  });

  it('stops at the maximum with a message', async () => {
    const onChange = show();
    fireEvent.click(more());
    fireEvent.click(more());
    await act(() => {
      vi.advanceTimersByTime(400);
    });
    expect(onChange).toHaveBeenCalledExactlyOnceWith(3);
    expect(screen.getByRole('alert').textContent).toContain('maximum order quantity');
    expect(more().getAttribute('aria-disabled')).toBe('true');
  });

  it('does not go below one', () => {
    const onChange = show({ value: 1 });
    expect(less().getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(less());
    fireEvent.input(field(), { target: { value: '0' } });
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(screen.getByRole('alert').textContent).toContain('Cannot set quantity below 1');
    expect(field().value).toBe('1');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('accepts typed numbers on blur, and rejects others', () => {
    const onChange = show({ max: 20 });
    fireEvent.input(field(), { target: { value: ' 12 ' } });
    fireEvent.focusOut(field());
    expect(onChange).toHaveBeenCalledExactlyOnceWith(12);
    fireEvent.input(field(), { target: { value: 'many' } });
    fireEvent.focusOut(field());
    expect(screen.getByRole('alert').textContent).toContain('whole number');
  });
});
