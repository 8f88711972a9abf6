/** Goods for a form: found, chosen with their quantities, taken out again. */

import type { ApiError } from '../api/client';
import type { FoundGoods, FoundItem, OrderAddedLine } from '../api/types';
import { ChosenGoods } from './ChosenGoods';
import { FindGoods } from './FindGoods';
import { type Goods, qtyName } from './goods';

interface Props {
  /** What of the form is used: its id, its quantities and errors, and the field `search`, which says that nothing is chosen. */
  form: {
    id: string;
    values: Goods;
    errors: Record<string, string | undefined>;
    set: (name: string, value: string) => void;
  };
  q: string;
  onSearch: (q: string) => void;
  /** What was found by it. */
  found: FoundGoods | undefined;
  failure: ApiError | null;
  /** Where the goods go. */
  country: string;
  label: string;
  goods: FoundItem[];
  onGoods: (change: (goods: FoundItem[]) => FoundItem[]) => void;
  /** What each costs, as far as it is known. */
  lines: OrderAddedLine[] | undefined;
  currency: string;
}

export function GoodsPicker({
  form,
  q,
  onSearch,
  found,
  failure,
  country,
  label,
  goods,
  onGoods,
  lines,
  currency,
}: Props) {
  const choose = (item: FoundItem) => {
    onGoods((all) => [...all, item]);
    form.set(qtyName(item.sku), '1');
    // What was missing is there.
    form.set('search', '');
  };
  return (
    <>
      <FindGoods
        id={`${form.id}-search`}
        q={q}
        onSearch={onSearch}
        data={found}
        failure={failure}
        country={country}
        error={form.errors.search}
        chosen={goods}
        onChoose={choose}
      />
      <ChosenGoods
        id={form.id}
        label={label}
        goods={goods}
        lines={lines}
        currency={currency}
        values={form.values}
        errors={form.errors}
        onChange={form.set}
        onRemove={(sku) => onGoods((all) => all.filter((one) => one.sku !== sku))}
      />
    </>
  );
}
