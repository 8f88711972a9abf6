/** Choice of a role by what it allows. Roles with more rights than one's own are shown, and cannot be chosen. */

import { useLingui } from '@lingui/react/macro';
import { useSelf } from '../../api/queries';
import type { Role } from '../../api/types';
import { useNames } from '../../parts/names';
import { useFormat } from '../../parts/text';
import styles from './RoleChoice.module.css';

interface Props {
  id: string;
  roles: Role[];
  value: string;
  onChange: (id: string) => void;
  error?: string | undefined;
}

export function RoleChoice({ id, roles, value, onChange, error }: Props) {
  const { t } = useLingui();
  const { permissions: own } = useSelf();
  const names = useNames();
  const format = useFormat();
  return (
    <fieldset id={id} className={styles.choice} tabIndex={-1} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{t`Role`}</legend>
      {roles.map((role) => {
        const isBeyond = role.permissions.some((one) => !own.includes(one));
        return (
          <label key={role.id} className={styles.role} data-disabled={isBeyond ? '' : undefined}>
            <input
              type="radio"
              name={id}
              value={role.id}
              checked={value === String(role.id)}
              disabled={isBeyond}
              onChange={() => onChange(String(role.id))}
            />
            <span>
              <span className={styles.name}>{names.role(role.name)}</span>
              <span className={styles.rights}>
                {isBeyond
                  ? t`More rights than your own: only an owner can give this role.`
                  : format.list(role.permissions.map(names.permission))}
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
