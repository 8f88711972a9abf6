/** The house's own name, logo and words, and what any house could say where it has none. */

import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SiteLook } from '../api/types';
import { noWords } from '../fixtures';
import { closeShop, openShop, show } from '../testing';
import { Footer } from './Footer';
import { Wordmark } from './Wordmark';

beforeEach(() => {
  openShop({ 'page/topmenu': { items: [] } });
});
afterEach(closeShop);

const plain: SiteLook = { typeface: 'spectral', logo: null, logo_on_dark: null, words: noWords };

it('says the words of the house, with its name in them', () => {
  const words = {
    ...noWords,
    line: 'Rooms of {brand}.',
    newsletter_title: 'Letters',
    newsletter_text: 'News of {brand}.',
  };
  show(() => <Footer />, '/en', [], { newsletter: true, alternates: {}, currencies: [], look: { ...plain, words } });
  screen.getByText('Rooms of Valmère.');
  screen.getByRole('heading', { name: 'Letters' });
  screen.getByText('News of Valmère.');
});

it('says something plain, and no line, where the house says nothing', () => {
  const { container } = show(() => <Footer />, '/en', [], {
    newsletter: true,
    alternates: {},
    currencies: [],
    look: plain,
  });
  screen.getByRole('heading', { name: 'Our newsletter' });
  screen.getByText('What is new, and what the season brings.');
  expect(container.textContent).not.toMatch(/lake|linen room/i);
});

it('shows the logo of its ground, else the name', () => {
  const logo = { file: 'abc.svg', width: 200, height: 50 };
  const { unmount } = show(() => <Wordmark />, '/en', [], { look: { ...plain, logo } });
  const image = screen.getByRole('img', { name: 'Valmère' });
  expect(image.getAttribute('src')).toBe('/brand/abc.svg');
  unmount();
  const { container } = show(() => <Wordmark on="primary" />, '/en', [], { look: { ...plain, logo } });
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toBe('Valmère');
});
