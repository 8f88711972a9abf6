import { expect, test } from 'vitest';
import { passkeyPlace } from './passkeys';

test('passkeys are offered at the console’s own host, where the browser knows them', () => {
  expect(passkeyPlace('console.shop.example', 'console.shop.example', true)).toBe('here');
  expect(passkeyPlace('console.shop.example', 'console.shop.example', false)).toBe('no_browser');
  expect(passkeyPlace('localhost', '127.0.0.1', true)).toBe('elsewhere');
  expect(passkeyPlace(null, '192.0.2.1', true)).toBe('no_host');
});
