// @vitest-environment node
import { expect, it } from 'vitest';
import { wayBack } from './wayBack';

it.each([
  [['card'], 'provider'],
  [['wechat', 'card'], 'provider'],
  [['bank_transfer'], 'by_hand'],
  [['cheque', 'offline'], 'by_hand'],
  [['card', 'bank_transfer'], 'both'],
])('money of %j goes back: %s', (methods, way) => {
  expect(wayBack(methods.map((method) => ({ method })))).toBe(way);
});
