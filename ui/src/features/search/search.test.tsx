/** Search page: what its heading counts. */

import { screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { closeShop, openShop, show } from '../../testing';
import SearchScreen from './SearchScreen';

afterEach(closeShop);

const answer = { items: [], total: 2, page: 1, per_page: 24, facets: [], categories: [], best_sellers: [] };

it.each([
  { corrected: null, heading: '2 results for ‘twel’' },
  { corrected: 'towel', heading: '2 results for ‘towel’' },
])('names what the results are for: $heading', async ({ corrected, heading }) => {
  openShop({ 'page/topmenu': { items: [] }, 'search/index': { ...answer, corrected } });
  show(SearchScreen, '/en/search?q=twel');
  const shown = () => screen.getByRole('heading', { level: 1 }).textContent?.replaceAll('\u00a0', ' ');
  await waitFor(() => expect(shown()).toBe(heading));
});
