/** When the newsletter invitation opens, and how it is remembered. */

import { act } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ALL_ALLOWED, type ConsentChoice, NONE_ALLOWED, saveChoice } from '../state/consentRecord';
import { closeShop, openShop, setCookie, show } from '../testing';
import { useInvitation } from './service/useInvitation';

beforeEach(() => {
  vi.useFakeTimers();
  openShop();
});
afterEach(() => {
  closeShop();
  for (const name of ['cookieConsent', 'allowRecaptcha', 'firstVisit', 'invitationSeen'])
    setCookie(`${name}=; max-age=0`);
  vi.useRealTimers();
});

/** Whether the invitation opens within a minute; it is closed again. */
async function opens(): Promise<boolean> {
  let invitation: ReturnType<typeof useInvitation> | undefined;
  const Probe = () => {
    invitation = useInvitation();
    return null;
  };
  const { unmount } = show(Probe, '/en', [], { newsletter: true });
  await act(async () => {
    await vi.advanceTimersByTimeAsync(60_000);
  });
  const isOpen = invitation?.open ?? false;
  if (isOpen) act(() => invitation?.close());
  unmount();
  return isOpen;
}

it.each<[string, ConsentChoice, string]>([
  ['a year', ALL_ALLOWED, 'firstVisit=1'],
  ['the session of the browser', NONE_ALLOWED, 'invitationSeen=1'],
])('is shown once for %s', async (_, choice, cookie) => {
  saveChoice(choice);
  expect(await opens()).toBe(true);
  expect(document.cookie).toContain(cookie);
  expect(await opens()).toBe(false);
});

it('is not shown before the decision about cookies', async () => {
  expect(await opens()).toBe(false);
});
