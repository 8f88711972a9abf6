/** Parts of a served page that are hydrated on their own, once their code is there. */

import { act } from '@testing-library/preact';
import { renderToString } from 'preact-render-to-string';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { messages } from '../../locales/en.po';
import { Answers } from '../api/answers';
import { createI18n } from '../state/i18n';
import { laterStore, provideLater, setLaterLoader } from '../state/later';
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

/** Served, it sends a form; with scripts it counts. */
function Heart() {
  const [presses, setPresses] = useState(0);
  return (
    <button
      type="submit"
      form="wish"
      data-replay=""
      onClick={(event) => {
        event.preventDefault();
        setPresses(presses + 1);
      }}
    >
      {`pressed ${presses}`}
    </button>
  );
}

const CODE = { Moves: () => null, parts: { Counter, Heart }, overlays: {} };
const Part = later<{ word: string }>('Counter');
const HeartPart = later<Record<never, never>>('Heart');
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
        <HeartPart />
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

/** A press on a heart that is not hydrated, in a page with the form that it sends; how often that was sent. */
function pressHeart(root: ParentNode): { heart: HTMLElement; sent: () => number } {
  let times = 0;
  const form = document.body.appendChild(document.createElement('form'));
  form.id = 'wish';
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    times += 1;
  });
  const heart = root.querySelector('[data-replay]') as HTMLElement;
  heart.click();
  return { heart, sent: () => times };
}

it('send the form of an early press when their code does not come', async () => {
  serve();
  setLaterLoader(() => Promise.reject(new Error('no connection')));
  const { sent } = pressHeart(document);
  await vi.waitFor(() => expect(sent()).toBe(1));
});

it('are loaded for an early press, which is made once they live', async () => {
  serve();
  setLaterLoader(async () => CODE);
  const { heart, sent } = pressHeart(document);
  await vi.waitFor(() => expect(heart.textContent).toBe('pressed 1'));
  await act(() => heart.click());
  expect(heart.textContent).toBe('pressed 2');
  expect(sent()).toBe(0);
});
