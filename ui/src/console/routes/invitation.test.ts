// @vitest-environment node
import { expect, it } from 'vitest';
import { invitationSecret } from './invitation';

it.each([
  ['/console/invitation', '#abc-DEF_1', 'abc-DEF_1'],
  ['/console/', '#/invitation/abc', 'abc'],
  ['/console', '#/invitation/abc', 'abc'],
  ['/console/people', '#abc', undefined],
  ['/console/invitation', '', undefined],
])('%s%s', (pathname, hash, secret) => {
  expect(invitationSecret({ pathname, hash })).toBe(secret);
});
