/** Icons whose drawings come later than the page. Order counts: what is provided stays. */

import { act, render } from '@testing-library/preact';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { markHydrated } from '../state/store';
import { Icon, provideDrawings } from './Icon';

const BAG = '<path d="M1 1"></path>';
const HEART = '<path d="M2 2"></path>';

let unmount = () => {};
beforeEach(markHydrated);
afterEach(() => {
  act(() => unmount());
  document.body.replaceChildren();
});

it('are drawn as soon as the drawings are there', () => {
  const { container } = render(<Icon name="bag" />);
  expect(container.querySelector('svg')?.innerHTML).toBe('');
  act(() => provideDrawings({ bag: BAG }));
  expect(container.querySelector('svg')?.innerHTML).toBe(BAG);
});

it('stay as the server has drawn them, before and after', () => {
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = `<svg>${HEART}</svg>`;
  const served = root.querySelector('path');
  act(() => {
    unmount = hydrateRoot(root, <Icon name="heart" />).unmount;
  });
  expect(root.querySelector('path')).toBe(served);
  act(() => provideDrawings({ heart: HEART }));
  expect(root.querySelector('path')).toBe(served);
});
