// @vitest-environment node
import { expect, it } from 'vitest';
import { forgotten } from './forgotten';

it.each([
  ['status=processing', 'status=processing', []],
  ['status=processing,on_hold&method=gold', 'status=processing', ['status: on_hold', 'method: gold']],
  ['q=%20towel%20&pages=9999', 'q=towel&pages=20', []],
  ['', '', []],
])('%s read as %s', (asked, kept, gone) =>
  expect(forgotten(new URLSearchParams(asked), new URLSearchParams(kept))).toEqual(gone));
