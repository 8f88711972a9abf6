/** The life of a customer with nothing but the keyboard: each stop of the Tab key is seen, whole, and covered by nothing (K2, K3). */

import { test } from 'node:test';
import { withVisitor } from './support/browser.mjs';
import { keyboard } from './support/hands.mjs';
import { live } from './support/life.mjs';
import { stage } from './support/stage.mjs';

const shop = await stage();

test('de: a life with nothing but the keyboard', () =>
  withVisitor(shop, { lang: 'de', calm: true, limit: 240_000 }, (visitor) =>
    live(shop, visitor, keyboard(visitor.page)),
  ));
