/** Rights in groups, to be read. */

import { useLingui } from '@lingui/react';
import type { Permission } from '../api/types';
import { Icon } from './Icon';
import { useNames } from './names';
import styles from './Rights.module.css';
import { inGroups } from './rights';

export function RightsList({ rights }: { rights: readonly Permission[] }) {
  const { i18n } = useLingui();
  const names = useNames();
  return (
    <dl className={styles.groups}>
      {inGroups(rights).map((group) => {
        const name = i18n._(group.name);
        return (
          <div key={name} className={styles.group}>
            <dt className={styles.groupName}>{name}</dt>
            {group.rights.map((right) => (
              <dd key={right} className={styles.has}>
                <Icon name="check" size={16} />
                {names.permission(right)}
              </dd>
            ))}
          </div>
        );
      })}
    </dl>
  );
}
