// @vitest-environment node
import { expect, it } from 'vitest';
import { domainsOf } from './words';

it.each([
  ['', []],
  [' \n', []],
  ['valmere.example', ['valmere.example']],
  ['@a.example, b.example;c.example\nd.example', ['@a.example', 'b.example', 'c.example', 'd.example']],
])('%j names %j', (text, expected) => expect(domainsOf(text)).toEqual(expected));
