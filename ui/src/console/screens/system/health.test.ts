// @vitest-environment node
import { expect, it } from 'vitest';
import type { UnsentMail } from '../../api/types';
import { configurationState, copiesState, emailsState, keyed, originOf } from './health';

const NOW = Date.parse('2026-11-26T09:00:00Z');
const copy = (made_at: string) => ({ name: 'shop-2026-11-26.db', made_at, bytes: 1, pictures: 0, picture_bytes: 0 });
const backups = (...times: string[]) => ({ is_nightly: true, folder: '/var/lib/shop/backup', items: times.map(copy) });

it('knows a copy of last night from one of the night before', () => {
  expect(copiesState(backups(), NOW)).toBe('none');
  expect(copiesState(backups('2026-11-26T02:00:00Z', '2026-11-20T02:00:00Z'), NOW)).toBe('fresh');
  expect(copiesState(backups('2026-11-24T02:00:00Z'), NOW)).toBe('old');
});

it('knows why a copy was made', () => {
  expect(originOf('shop-by-hand.db')).toBe('by_hand');
  expect(originOf('shop-2026-11-26.db')).toBe('night');
  expect(originOf('shop-before-2026-11-27T051500Z.db')).toBe('restore');
});

const mail = (attempts: number): UnsentMail => ({
  id: 1,
  at: '2026-11-26T08:59:58Z',
  template: 'welcome',
  recipient: 'anna@example.com',
  attempts,
  error: '',
  order_number: null,
  customer: null,
});

it('is silent about an email that has not been tried yet', () => {
  expect(emailsState({ failed: [], waiting: [mail(0)] })).toBe('sent');
  expect(emailsState({ failed: [], waiting: [mail(0), mail(2)] })).toBe('waiting');
  expect(emailsState({ failed: [mail(9)], waiting: [mail(2)] })).toBe('failed');
});

it('calls no configuration well that is not checked', () => {
  expect(configurationState({ warnings: [], is_demo: true })).toBe('unchecked');
  expect(configurationState({ warnings: [], is_demo: false })).toBe('in_order');
  expect(configurationState({ warnings: ['mail.host is empty'], is_demo: false })).toBe('warned');
});

it.each([
  ['mail.host is empty, so mails stay', 'mail.host', 'is empty, so mails stay'],
  [
    'server.metrics_from and server.metrics_token are empty',
    'server.metrics_from and server.metrics_token',
    'are empty',
  ],
  ['The folder is full', '', 'The folder is full'],
])('%s', (warning, keys, rest) => expect(keyed(warning)).toEqual({ keys, rest }));
