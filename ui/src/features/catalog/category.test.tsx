/** Category page: failed loads of the page and of further pages, with retry. */

import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CategoryPage, ProductCard } from '../../api/types';
import { toastStore } from '../../state/toast';
import { closeShop, type FakeShop, hydrateAfter, openShop, Refusal, show } from '../../testing';
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

/** A card that does not ship to the store's country. */
const bed = { ...card(3, 'Bed'), not_shipped_to: 'United Kingdom' };

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
    const cause = 'Too many requests in a short time. Please wait a minute and try again.';
    await screen.findByText(cause);
    await waitFor(() => expect(toastStore.get().current?.text).toBe(cause));
    expect(screen.queryByText('Please refresh the page.')).toBeNull();
    shop.answers['catalog/category'] = new Refusal('error.try_later');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Please refresh the page.');
  });

  it('says on the card when the product does not ship to the store’s country', async () => {
    shop.answers['catalog/category'] = page([bed, card(1, 'Bath')]);
    show(CategoryScreen, '/en/c/towels');
    await screen.findByRole('link', { name: 'Bed' });
    expect(screen.getAllByText('Delivery unavailable: United Kingdom')).toHaveLength(1);
  });

  it('retries a failed further page', async () => {
    shop.answers['catalog/category'] = ({ page: number }: { page?: string }) =>
      number === '2' ? new Refusal('request.throttled') : page([card(1, 'Bath')]);
    show(CategoryScreen, '/en/c/towels');
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByRole('alert');
    await waitFor(() => expect(toastStore.get().current?.text).toMatch(/^Too many requests/));
    expect(screen.getByRole('link', { name: 'Bath' })).toBeTruthy();
    shop.answers['catalog/category'] = page([card(2, 'Hand')], 2);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'Hand' });
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('follows an order chosen before hydration', async () => {
    await hydrateAfter(
      () => {
        for (const option of document.querySelectorAll<HTMLOptionElement>('#list-sort option')) {
          option.selected = option.value === 'price_asc';
        }
      },
      CategoryScreen,
      '/en/c/towels',
      [['catalog/category', { url_key: 'towels' }, page([card(1, 'Bath')])]],
    );
    expect(window.location.search).toBe('?sort=price_asc');
  });
});
