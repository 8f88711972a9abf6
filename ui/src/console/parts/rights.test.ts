import { describe, expect, it } from 'vitest';
import type { Permission } from '../api/types';
import { differenceOf, inGroups, nearest, whyNotGiven } from './rights';

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

  it('are given by who has them all, but those of an owner by owners only', () => {
    const all: Permission[] = ['staff_manage', 'bank'];
    const owner = { name: 'owner', permissions: all };
    const deputy = { name: 'Deputy', permissions: all };
    const is = (role: typeof owner) => ({ role: { id: 1, name: role.name }, permissions: role.permissions });
    expect(whyNotGiven(owner, is(owner))).toBeUndefined();
    expect(whyNotGiven(owner, is(deputy))).toBe('owners_only');
    expect(whyNotGiven(deputy, is(deputy))).toBeUndefined();
    expect(whyNotGiven(deputy, is({ name: 'Night', permissions: ['staff_manage'] }))).toBe('more_rights');
  });
});
