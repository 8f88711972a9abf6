import { describe, expect, it } from 'vitest';
import type { Permission } from '../api/types';
import { differenceOf, inGroups, nearest } from './rights';

describe('rights', () => {
  it('stand in the groups of a day, each once, and unknown ones at the end', () => {
    const groups = inGroups(['system', 'packing', 'orders_read', 'fly' as Permission]);
    expect(groups.map(({ rights }) => rights)).toEqual([['orders_read', 'packing'], ['system'], ['fly']]);
  });

  it('differ by what is more and what is less', () => {
    expect(differenceOf(['packing', 'bank'], ['packing', 'stock_change'])).toEqual({
      more: ['bank'],
      less: ['stock_change'],
    });
  });

  it('are most like the role with the fewest differences, the first of several', () => {
    const packing = { name: 'packing', permissions: ['orders_read', 'packing', 'stock_change'] as const };
    const support = { name: 'support', permissions: ['orders_read', 'messages_answer', 'customers_read'] as const };
    expect(nearest(['orders_read', 'packing'], [support, packing])?.name).toBe('packing');
    expect(nearest(['orders_read'], [support, packing])?.name).toBe('support');
    expect(nearest(['bank'], [])).toBeUndefined();
  });
});
