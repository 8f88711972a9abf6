/** What each role allows. */

import { Plural, useLingui } from '@lingui/react/macro';
import type { People } from '../../api/types';
import { Icon } from '../../parts/Icon';
import { useNames } from '../../parts/names';
import { Section } from '../../parts/Page';
import styles from './Roles.module.css';

export function Roles({ roles, permissions }: Pick<People, 'roles' | 'permissions'>) {
  const { t } = useLingui();
  const names = useNames();
  return (
    <Section
      id="roles"
      title={t`Roles`}
      lead={t`A role is a set of rights. What a role does not allow is not on the screen.`}
      isOpen
    >
      <ul className={styles.roles}>
        {roles.map((role) => {
          const { people: count } = role;
          const has = permissions.filter((one) => role.permissions.includes(one));
          const { length: number } = has;
          return (
            <li key={role.id}>
              <details className={styles.role}>
                <summary data-row="">
                  <span className={styles.name}>{names.role(role.name)}</span>
                  <span className={styles.count}>
                    <Plural value={count} one="# person" other="# people" />
                  </span>
                  <span className={styles.count}>
                    {number === permissions.length ? (
                      t`All rights`
                    ) : (
                      <Plural value={number} one="# right" other="# rights" />
                    )}
                  </span>
                  <Icon name="chevron-down" />
                </summary>
                <ul className={styles.rights}>
                  {has.map((one) => (
                    <li key={one}>
                      <Icon name="check" size={16} />
                      {names.permission(one)}
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
