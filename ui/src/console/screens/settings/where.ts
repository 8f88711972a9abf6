/** Places of what is missing or still the demonstration's. */

import { useLingui } from '@lingui/react/macro';
import { useSelf } from '../../api/queries';
import type { CompliancePlace, Permission } from '../../api/types';
import { useProductNames } from '../../parts/productNames';
import { useSettingWords } from './words';

/** Keys that are no settings, and can be entered all the same. */
const MAIL = /^mail\.host$/;

export interface Where {
  label: string;
  /** Undefined: no screen mends it. */
  path?: string | undefined;
  /** As it is called on the machine or in the catalogue’s sheets. */
  key?: string;
}

/** What a place of a finding is called, and which screen mends it. */
export function useWhere(): (place: CompliancePlace) => Where {
  const { t } = useLingui();
  const words = useSettingWords();
  const products = useProductNames();
  const { permissions } = useSelf();
  const open = (path: string, needed: Permission) => (permissions.includes(needed) ? path : undefined);
  return (place) => {
    switch (place.kind) {
      case 'setting':
        return {
          label: words(place.key).label,
          path: `/settings/${place.group}#setting-${place.key}`,
          key: place.key,
        };
      case 'machine':
        return MAIL.test(place.key)
          ? { label: t`Access to mail and payment`, path: '/settings/credentials', key: place.key }
          : { label: t`The machine’s file`, key: place.key };
      case 'credential':
        return { label: t`Access to mail and payment`, path: '/settings/credentials' };
      case 'maker':
        return {
          label: t`Maker`,
          path: open(`/products/words?find=${encodeURIComponent(place.key)}`, 'products_change'),
          key: place.key,
        };
      case 'products': {
        const gap = products.gap(place.missing);
        const path = `/products?state=on&missing=${place.missing}`;
        return { label: t`Products without: ${gap}`, path: open(path, 'products_change') };
      }
      case 'people':
        return { label: t`People and roles`, path: open('/people', 'staff_read') };
      case 'look':
        return { label: t`Look and pages`, path: open('/look', 'content_change') };
      case 'home':
        return { label: t`Home page`, path: open('/look/home', 'content_change') };
      case 'catalogue':
        return { label: t`Products`, path: open('/products', 'products_change') };
    }
  };
}
