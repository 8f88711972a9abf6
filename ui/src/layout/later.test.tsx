/** Parts of a served page that are hydrated on their own, once their code is there. */

import { act } from '@testing-library/preact';
import { renderToString } from 'preact-render-to-string';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { messages } from '../../locales/en.po';
import { Answers } from '../api/answers';
import { createI18n } from '../state/i18n';
import { laterStore, provideLater } from '../state/later';
import type { RouteState } from '../state/route';
import { useRoute } from '../state/route';
import { createStore, hydrateLate, markHydrated, useStore } from '../state/store';
import { site } from '../testing';
import { later } from './Later';
import { Providers } from './Providers';

const saved = createStore({ yes: false });

function Counter({ word }: { word: string }) {
  const { path } = useRoute();
  const [count, setCount] = useState(0);
  return (
    <button type="button" aria-pressed={useStore(saved).yes ? 'true' : 'false'} onClick={() => setCount(count + 1)}>
      {`${word} ${path} ${count}`}
    </button>
  );
}

const CODE = { Moves: () => null, parts: { Counter }, overlays: {} };
const Part = later<{ word: string }>('Counter');
const whole = laterStore.initial;

let unmount = () => {};
let show: (word: string, path: string) => void = () => {};

function Page() {
  const [at, setAt] = useState({ word: 'one', path: '/en' });
  show = (word, path) => setAt({ word, path });
  const info = { site, page: 'home', status: 200, variant: 'desktop' as const, path: '/en', search: '' };
  const route: RouteState = { name: 'home', path: at.path, search: '', params: {}, variant: 'desktop' };
  return (
    <Providers
      info={info}
      i18n={createI18n('en', messages)}
      answers={new Answers({})}
      head={{ current: undefined }}
      route={route}
    >
      <main>
        <Part word={at.word} />
      </main>
    </Providers>
  );
}

/** The served page, hydrated without the code of its part. */
function serve(): { button: () => HTMLButtonElement } {
  const root = document.body.appendChild(document.createElement('div'));
  provideLater(CODE);
  root.innerHTML = renderToString(<Page />);
  laterStore.initial = { code: undefined };
  laterStore.set({ code: undefined });
  act(() => {
    unmount = hydrateLate(() => hydrateRoot(root, <Page />)).unmount;
  });
  return { button: () => root.querySelector('button') as HTMLButtonElement };
}

const arrive = () => act(() => laterStore.set({ code: CODE }));

beforeEach(markHydrated);
afterEach(() => {
  act(() => unmount());
  saved.set({ yes: false });
  document.body.replaceChildren();
  laterStore.initial = whole;
  laterStore.set(whole);
});

it('stand as they were served until their code is there, and then live where they are', async () => {
  const { button } = serve();
  const served = button();
  expect(served.textContent).toBe('one /en 0');
  await act(() => served.click());
  expect(served.textContent).toBe('one /en 0');

  await arrive();
  expect(button()).toBe(served);
  await act(() => served.click());
  expect(served.textContent).toBe('one /en 1');
});

it('show what has become known of the visitor meanwhile', async () => {
  const { button } = serve();
  saved.set({ yes: true });
  await arrive();
  expect(button().getAttribute('aria-pressed')).toBe('true');
});

it('follow their props and the route, before and after', async () => {
  const { button } = serve();
  const served = button();
  await act(() => show('two', '/en'));
  expect(served.textContent).toBe('one /en 0');

  await arrive();
  expect(button()).toBe(served);
  expect(served.textContent).toBe('two /en 0');
  await act(() => show('three', '/en/cart'));
  expect(served.textContent).toBe('three /en/cart 0');
});
