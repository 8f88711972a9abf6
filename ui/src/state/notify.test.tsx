/** Server messages in the notification: what is shown, and that no screen shows a refusal in place only. */

import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from '../api/client';
import type { Message } from '../api/types';
import { closeShop, show } from '../testing';
import { type Notify, useNotify } from './notify';
import { toastStore } from './toast';

afterEach(closeShop);

function notifier(): Notify {
  let notify: Notify | undefined;
  const Probe = () => {
    notify = useNotify();
    return null;
  };
  show(Probe, '/en');
  return notify as unknown as Notify;
}

const message = (id: string): Message => ({ id, message: '', params: {} });
const refused = (...fields: string[]) =>
  new ApiError(200, '', 'form.problem', {}, Object.fromEntries(fields.map((id) => [id, message(id)])));

describe('the notification', () => {
  it('shows a refusal for three seconds, and returns it for its place', () => {
    const error = new ApiError(200, '', 'cart.qty_maximum');
    expect(notifier().refusal(error)).toBe(error);
    expect(toastStore.get().current).toMatchObject({
      text: 'You have reached the maximum order quantity for this item.',
      tone: 'error',
      duration: 3000,
    });
  });

  it('shows the message of a single field, else that of the form', () => {
    const { refusal } = notifier();
    refusal(refused('customer.exists'));
    expect(toastStore.get().current?.text).toBe('There is already an account with this email address.');
    refusal(refused('customer.exists', 'password.too_common'));
    expect(toastStore.get().current?.text).toMatch(/^There is a problem/);
  });

  it('shows any failure as a sentence', () => {
    notifier().refusal(new TypeError('x is undefined'));
    expect(toastStore.get().current?.text).toBe('Something went wrong on our side. Please try again later.');
  });

  it('leaves an expired session to the login page', () => {
    notifier().refusal(new ApiError(200, 'login required', 'login.required'));
    expect(toastStore.get().current).toBeNull();
  });

  it('shows a success, and returns its text', () => {
    expect(notifier().success(message('contact.sent'))).toBe(toastStore.get().current?.text);
    expect(toastStore.get().current?.tone).toBe('success');
  });
});

/** Its errors are shown by `PageError`, which notifies. */
const ELSEWHERE = ['layout/ErrorBoundary.tsx'];

it('is used wherever a refusal is kept for its place', () => {
  const root = `${process.cwd()}/src`;
  const files = ['features', 'layout'].flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const keeping = files.filter(
    (file) =>
      /(?<!\.test)\.tsx?$/.test(file) &&
      !ELSEWHERE.includes(file) &&
      /useState<(ApiError|Problem \| undefined)>|asApiError\(/.test(readFileSync(`${root}/${file}`, 'utf8')),
  );
  expect(keeping.length).toBeGreaterThan(8);
  for (const file of keeping) expect(readFileSync(`${root}/${file}`, 'utf8'), file).toMatch(/useNotify\(|<LoadError\b/);
});
