/** Search page: what its heading counts, and what it says of a question that was not understood whole. */

import { screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { closeShop, openShop, show } from '../../testing';
import SearchScreen from './SearchScreen';

afterEach(closeShop);

const answer = {
  items: [],
  total: 2,
  page: 1,
  per_page: 24,
  facets: [],
  categories: [],
  help: [],
  order: null,
  corrected: null,
  unknown: [],
  partial: false,
  best_sellers: [],
};

it.each([
  { corrected: null, heading: '2 results for ‘twel’' },
  { corrected: 'towel', heading: '2 results for ‘towel’' },
])('names what the results are for: $heading', async ({ corrected, heading }) => {
  openShop({ 'page/topmenu': { items: [] }, 'search/index': { ...answer, corrected } });
  show(SearchScreen, '/en/search?q=twel');
  const shown = () => screen.getByRole('heading', { level: 1 }).textContent?.replaceAll('\u00a0', ' ');
  await waitFor(() => expect(shown()).toBe(heading));
});

it.each([
  { of: { unknown: ['window'] }, said: 'We have nothing called ‘window’. These come nearest.' },
  { of: { partial: true }, said: 'Nothing has every word of ‘twel’. These come nearest.' },
])('says what was made of the question: $said', async ({ of, said }) => {
  openShop({ 'page/topmenu': { items: [] }, 'search/index': { ...answer, ...of } });
  show(SearchScreen, '/en/search?q=twel');
  await waitFor(() => expect(document.body.textContent?.replaceAll('\u00a0', ' ')).toContain(said));
});

it('names the help pages and the order that answer it', async () => {
  const help = [{ key: 'returns', name: 'Returns and right of withdrawal', url: '/en/help/returns' }];
  openShop({ 'page/topmenu': { items: [] }, 'search/index': { ...answer, total: 0, help, order: '2026-000012' } });
  show(SearchScreen, '/en/search?q=2026-12');
  const page = await screen.findByRole('link', { name: 'Returns and right of withdrawal' });
  expect(page.getAttribute('href')).toBe('/en/help/returns');
  const title = screen.getByText(/these pages may help/);
  expect(title.compareDocumentPosition(page)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const order = screen.getByRole('link', { name: /2026-000012/ });
  expect(order.getAttribute('href')).toBe('/en/order/detail?order_number=2026-000012');
});
