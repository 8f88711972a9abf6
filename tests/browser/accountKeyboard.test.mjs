/** Customer journey by keyboard only: every tab stop is visible and uncovered (K2, K3). */

import { test } from 'node:test';
import { withVisitor } from './support/browser.mjs';
import { customerJourney } from './support/customerJourney.mjs';
import { keyboard } from './support/inputModes.mjs';
import { setupShop } from './support/setup.mjs';

const shop = await setupShop();

test('de: customer journey by keyboard', () =>
  withVisitor(shop, { lang: 'de', calm: true }, (visitor) => customerJourney(shop, visitor, keyboard(visitor.page))));
