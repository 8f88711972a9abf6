import { useLingui } from '@lingui/react/macro';
import type { PersonItem, TokenItem } from '../../api/types';

/** Words for `staff:ID`, `token:ID`, `cli:USER` and `anybody`; names only where the lists of people and tokens may be read. */
export function useActors(
  people: readonly PersonItem[] | undefined,
  tokens: readonly TokenItem[] | undefined,
): (actor: string) => string {
  const { t } = useLingui();
  return (actor) => {
    const [kind, id = ''] = actor.split(':');
    if (kind === 'anybody') return t`Not signed in`;
    if (kind === 'cli') return t`Command line (${id})`;
    if (kind === 'token') {
      const name = tokens?.find((token) => String(token.id) === id)?.name;
      return name ? t`${name} (program)` : t`Program no. ${id}`;
    }
    if (kind !== 'staff') return actor;
    return people?.find((person) => String(person.id) === id)?.name ?? t`Person no. ${id}`;
  };
}
