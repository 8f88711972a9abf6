import { useLingui } from '@lingui/react/macro';
import type { PersonItem } from '../../api/types';

/** Words for `staff:ID`, `cli:USER` and `anybody`; names only where the list of people may be read. */
export function useActors(people: readonly PersonItem[] | undefined): (actor: string) => string {
  const { t } = useLingui();
  return (actor) => {
    const [kind, id = ''] = actor.split(':');
    if (kind === 'anybody') return t`Not signed in`;
    if (kind === 'cli') return t`Command line (${id})`;
    if (kind !== 'staff') return actor;
    return people?.find((person) => String(person.id) === id)?.name ?? t`Person no. ${id}`;
  };
}
