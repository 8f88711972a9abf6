/** Rights by the part of the house that they are about, in the order of a day. */

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Permission, RoleItem, StaffSelf } from '../api/types';

export interface RightGroup {
  name: MessageDescriptor;
  rights: readonly Permission[];
}

const GROUPS: readonly RightGroup[] = [
  {
    name: msg({ context: 'rights', message: 'Orders' }),
    rights: ['orders_read', 'orders_change', 'orders_refund', 'packing'],
  },
  { name: msg({ context: 'rights', message: 'Money' }), rights: ['bank', 'figures_read'] },
  {
    name: msg({ context: 'rights', message: 'Products and texts' }),
    rights: ['products_change', 'stock_change', 'prices_change', 'content_change'],
  },
  {
    name: msg({ context: 'rights', message: 'Guests' }),
    rights: ['messages_answer', 'customers_read', 'customers_change', 'customers_erase'],
  },
  {
    name: msg({ context: 'rights', message: 'House' }),
    rights: ['staff_read', 'staff_manage', 'audit_read', 'settings_change', 'system'],
  },
];

const OTHERS = msg({ context: 'rights', message: 'Others' });

/** These rights in groups; those that this page does not know stand at the end. */
export function inGroups(rights: readonly Permission[]): RightGroup[] {
  const known = new Set(GROUPS.flatMap((group) => group.rights));
  const groups = GROUPS.map((group) => ({ ...group, rights: group.rights.filter((one) => rights.includes(one)) }));
  const others = { name: OTHERS, rights: rights.filter((one) => !known.has(one)) };
  return [...groups, others].filter((group) => group.rights.length > 0);
}

export interface RightsDifference {
  more: Permission[];
  less: Permission[];
}

/** What `rights` has beyond `base`, and what it lacks of it. */
export function differenceOf(rights: readonly Permission[], base: readonly Permission[]): RightsDifference {
  return {
    more: rights.filter((one) => !base.includes(one)),
    less: base.filter((one) => !rights.includes(one)),
  };
}

/** Of some sets of rights the one that is most like another; the first of several. */
export function nearest<R extends { permissions: readonly Permission[] }>(
  rights: readonly Permission[],
  among: readonly R[],
): R | undefined {
  const distance = ({ permissions }: R) => {
    const { more, less } = differenceOf(rights, permissions);
    return more.length + less.length;
  };
  return [...among].sort((a, b) => distance(a) - distance(b))[0];
}

/** The role that only owners give and take. */
export const OWNER = 'owner';

/** Why a person may not give a role; undefined where they may. */
export function whyNotGiven(
  { name, permissions }: Pick<RoleItem, 'name' | 'permissions'>,
  self: Pick<StaffSelf, 'role' | 'permissions'>,
): 'owners_only' | 'more_rights' | undefined {
  if (name === OWNER && self.role.name !== OWNER) return 'owners_only';
  return permissions.every((one) => self.permissions.includes(one)) ? undefined : 'more_rights';
}
