/** Choice of a role by what it allows. Those that one may not give are shown, and cannot be chosen. */

import { useLingui } from '@lingui/react/macro';
import { useSelf } from '../../api/queries';
import type { Permission, RoleItem } from '../../api/types';
import { useNames } from '../../parts/names';
import { whyNotGiven } from '../../parts/rights';
import { useFormat } from '../../parts/text';
import styles from './RoleChoice.module.css';

interface Props {
  id: string;
  roles: RoleItem[];
  /** Every right that there is. */
  all: readonly Permission[];
  value: string;
  onChange: (id: string) => void;
  error?: string | undefined;
}

export function RoleChoice({ id, roles, all, value, onChange, error }: Props) {
  const { t } = useLingui();
  const self = useSelf();
  const names = useNames();
  const format = useFormat();
  /** What is allowed, or what is not when that is shorter. */
  const summary = ({ permissions }: RoleItem) => {
    const lacks = all.filter((one) => !permissions.includes(one));
    if (lacks.length === 0) return t`All rights`;
    const rights = format.list((lacks.length <= 4 ? lacks : permissions).map(names.permission));
    return lacks.length <= 4 ? t`All rights except: ${rights}` : rights;
  };
  return (
    <fieldset id={id} className={styles.choice} tabIndex={-1} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{t`Role`}</legend>
      {roles.map((role) => {
        const reason = whyNotGiven(role, self);
        return (
          <label key={role.id} className={styles.role} data-disabled={reason && ''}>
            <input
              type="radio"
              name={id}
              value={role.id}
              checked={value === String(role.id)}
              disabled={reason !== undefined}
              onChange={() => onChange(String(role.id))}
            />
            <span>
              <span className={styles.name}>{names.role(role.name)}</span>
              <span className={styles.rights}>
                {reason === 'more_rights' && t`More rights than your own: only an owner can give this role.`}
                {reason === 'owners_only' && t`Only an owner can give this role.`}
                {!reason && summary(role)}
              </span>
            </span>
          </label>
        );
      })}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
