/** Words for what a tag does. */

import { useLingui } from '@lingui/react/macro';
import type { PromoTag } from '../../api/types';
import { useFormat } from '../../parts/text';

export function useTagWords() {
  const { t } = useLingui();
  const format = useFormat();
  return {
    whom({ domains }: PromoTag): string {
      if (domains.length === 0) return t`Everybody with the link`;
      const names = format.list(domains.map((domain) => `@${domain}`));
      return t`Proved addresses of ${names}`;
    },
    when({ from, until }: PromoTag): string {
      const first = format.day(from);
      return until === null ? t`from ${first}` : format.days(from, until);
    },
  };
}

/** Domains as they are typed: by commas, spaces or lines. */
export const domainsOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);
