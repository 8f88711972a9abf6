/** Choice of rights, in groups and in words. Those that cannot be given are shown, and cannot be chosen. */

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Permission } from '../api/types';
import { Icon } from './Icon';
import { useNames } from './names';
import styles from './Rights.module.css';
import { inGroups } from './rights';

interface Props {
  id: string;
  rights: readonly Permission[];
  /** Those that may be given. */
  allowed: readonly Permission[];
  value: readonly Permission[];
  onChange: (rights: Permission[]) => void;
  hint?: ReactNode;
  error?: string | undefined;
}

export function RightsChoice({ id, rights, allowed, value, onChange, hint, error }: Props) {
  const { t, i18n } = useLingui();
  const names = useNames();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const toggle = (right: Permission) =>
    onChange(value.includes(right) ? value.filter((one) => one !== right) : [...value, right]);
  return (
    <fieldset id={id} className={styles.choice} tabIndex={-1} aria-describedby={describedBy || undefined}>
      <legend>{t`Rights`}</legend>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <div className={styles.groups}>
        {inGroups(rights).map((group) => {
          const name = i18n._(group.name);
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, whose place is fixed
            <div key={name} role="group" aria-label={name} className={styles.group}>
              <p className={styles.groupName} aria-hidden="true">
                {name}
              </p>
              {group.rights.map((right) => (
                <label key={right} className={styles.right}>
                  <input
                    type="checkbox"
                    checked={value.includes(right)}
                    disabled={!allowed.includes(right)}
                    onChange={() => toggle(right)}
                  />
                  <span>{names.permission(right)}</span>
                </label>
              ))}
            </div>
          );
        })}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <Icon name="error" size={16} />
          {error}
        </p>
      )}
    </fieldset>
  );
}
