/** Category page: failed loads of the page and of further pages, with retry. */

import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CategoryPage, ProductCard } from '../../api/types';
import { closeShop, type FakeShop, openShop, Refusal, show } from '../../testing';
import CategoryScreen from './CategoryScreen';

const card = (item_id: number, name: string) =>
  ({
    item_id,
    sku: name,
    name,
    url: `/en/p/${name}`,
    currency: 'EUR',
    price: '10.00',
    availability: 'in_stock',
    swatches: [],
    images: [],
    unit_price: null,
  }) as unknown as ProductCard;

const page = (items: ProductCard[], number = 1) =>
  ({
    key: '',
    name: 'Towels',
    meta_title: 'Towels',
    meta_description: '',
    url: '/en/c/towels',
    breadcrumbs: [],
    children: [],
    siblings: [],
    alternates: [],
    facets: [],
    items,
    total: 2,
    page: number,
    per_page: 1,
  }) as unknown as CategoryPage;

describe('category page', () => {
  let shop: FakeShop;
  beforeEach(() => {
    shop = openShop({ 'page/topmenu': { items: [] }, 'wishlist/status': { skus: [], ids: [] } });
  });
  afterEach(closeShop);

  it('shows the cause of a failed load', async () => {
    shop.answers['catalog/category'] = new Refusal('request.throttled');
    show(CategoryScreen, '/en/c/towels');
    await screen.findByText('Too many requests in a short time. Please wait a minute and try again.');
    expect(screen.queryByText('Please refresh the page.')).toBeNull();
    shop.answers['catalog/category'] = new Refusal('error.try_later');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Please refresh the page.');
  });

  it('retries a failed further page', async () => {
    shop.answers['catalog/category'] = ({ page: number }: { page?: string }) =>
      number === '2' ? new Refusal('request.throttled') : page([card(1, 'Bath')]);
    show(CategoryScreen, '/en/c/towels');
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByRole('alert');
    expect(screen.getByRole('link', { name: 'Bath' })).toBeTruthy();
    shop.answers['catalog/category'] = page([card(2, 'Hand')], 2);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'Hand' });
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});
