/** Points lead to their page where the shop has one. */

import { screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { closeShop, openShop, show } from '../testing';
import { Points } from './Points';

afterEach(closeShop);

const house = [
  { key: 'hotel', name: 'The hotel', url: '/en/help/hotel' },
  { key: 'points', name: 'Points', url: '/en/help/points' },
];

it('links what a point is worth', async () => {
  openShop({ 'page/topmenu': { items: [], house } });
  show(() => <Points points={2} />, '/en/cart');
  const link = await screen.findByRole('link', { name: 'What a point is worth' });
  expect(link.getAttribute('href')).toBe('/en/help/points');
  expect(link.parentElement?.textContent).toContain('2 points for members');
});

it('says the points alone where there is no page', () => {
  openShop({ 'page/topmenu': { items: [] } });
  show(() => <Points points={1} />, '/en/cart');
  expect(document.body.textContent).toContain('1 point for members');
  expect(screen.queryByRole('link')).toBeNull();
});
