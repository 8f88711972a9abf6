/** Filter drawer: the number of matching products. */

import { act, fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Facet, Filters } from '../../api/types';
import { closeShop, openShop, show } from '../../testing';
import { FilterDrawer } from './FilterDrawer';

const facets: Facet[] = [
  {
    code: 'size',
    name: 'Size',
    values: [
      { value: 's', label: 'Small', count: 3, selected: false, color: null },
      { value: 'm', label: 'Medium', count: 5, selected: false, color: null },
    ],
  },
];

beforeEach(() => void openShop());
afterEach(closeShop);

it.each<{ filters: Filters; name: string }>([
  { filters: {}, name: 'Filter' },
  { filters: { size: ['s', 'm'], colour: ['white'] }, name: 'Filter (3)' },
])('counts the active filters: $name', ({ filters, name }) => {
  show(
    () => <FilterDrawer facets={facets} total={9} filters={filters} fetchTotal={async () => 9} onApply={() => {}} />,
    '/en/c/towels',
  );
  expect(screen.getByRole('button', { name })).toBeTruthy();
});

it('drops a stale response for the number of products', async () => {
  const answers: ((total: number) => void)[] = [];
  const fetchTotal = () => new Promise<number>((resolve) => answers.push(resolve));
  show(
    () => <FilterDrawer facets={facets} total={9} filters={{}} fetchTotal={fetchTotal} onApply={() => {}} />,
    '/en/c/towels',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
  fireEvent.click(await screen.findByLabelText('Small (3)'));
  fireEvent.click(screen.getByLabelText('Medium (5)'));
  expect(screen.getByText('Show products')).toBeTruthy();
  await act(async () => answers[1]?.(8));
  expect(screen.getByText('Show 8')).toBeTruthy();
  await act(async () => answers[0]?.(3));
  expect(screen.getByText('Show 8')).toBeTruthy();
});
