/** Dialogs: where focus goes when they close. */

import { fireEvent, screen } from '@testing-library/preact';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeShop, openShop, show } from '../testing';
import { Dialog } from './Dialog';

beforeEach(() => void openShop());
afterEach(closeShop);

/** A dialog whose opener is removed with it, as the banner is whose button opens the cookie settings. */
function Page({ keepOpener }: { keepOpener: boolean }) {
  const [open, setOpen] = useState(false);
  const [decided, setDecided] = useState(false);
  return (
    <>
      {!(decided && !keepOpener) && (
        <button type="button" onClick={() => setOpen(true)}>
          Choose
        </button>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title="Cookies">
        <button
          type="button"
          onClick={() => {
            setDecided(true);
            setOpen(false);
          }}
        >
          Save
        </button>
      </Dialog>
    </>
  );
}

it.each([
  { keepOpener: false, tag: 'MAIN' },
  { keepOpener: true, tag: 'BUTTON' },
])('focus returns to the opener, else to the page: $tag', async ({ keepOpener, tag }) => {
  show(() => <Page keepOpener={keepOpener} />, '/en');
  document.querySelector('main')?.setAttribute('tabindex', '-1');
  screen.getByText('Choose').focus();
  fireEvent.click(screen.getByText('Choose'));
  const save = await screen.findByText('Save');
  save.focus();
  fireEvent.click(save);
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe(tag));
});
