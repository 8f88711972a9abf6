/** What a link that is pointed at makes the browser fetch, before anybody has asked for its page. */

import { act, render } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { messages } from '../locales/en.po';
import { Answers } from './api/answers';
import { Moves } from './moves';
import { createI18n } from './state/i18n';
import { prefetch } from './state/navigation';
import type { RouteState } from './state/route';
import { closeShop, type FakeShop, openShop, site } from './testing';

let shop: FakeShop;
beforeEach(() => {
  shop = openShop();
  const info = { site, page: 'home', status: 200, variant: 'desktop' as const, path: '/', search: '' };
  const route: RouteState = { name: 'home', path: '/', search: '', params: {}, variant: 'desktop' };
  act(() => {
    render(
      <Moves
        info={info}
        i18n={createI18n('en', messages)}
        answers={new Answers({})}
        route={route}
        show={() => {}}
        forgetFormerPerson={() => false}
      />,
    );
  });
});
afterEach(() => {
  Reflect.deleteProperty(window.navigator, 'connection');
  closeShop();
});

function saveData(saveData: boolean): void {
  Object.defineProperty(window.navigator, 'connection', { value: { saveData }, configurable: true });
}

it.each([
  { isSaving: false, fetched: ['cart'] },
  { isSaving: true, fetched: [] },
])('is the answer of the page, and nothing where data is saved: $isSaving', ({ isSaving, fetched }) => {
  saveData(isSaving);
  prefetch('/en/cart');
  expect(shop.sent.map(({ path }) => path).filter((path) => path === 'cart')).toEqual(fetched);
});
