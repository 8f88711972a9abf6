/** What each role allows; roles of the house's own can be made, copied, changed and deleted. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { People, RoleItem } from '../../api/types';
import { Button } from '../../parts/Button';
import { Icon } from '../../parts/Icon';
import { useNames } from '../../parts/names';
import { Section } from '../../parts/Page';
import { RightsList } from '../../parts/RightsList';
import { differenceOf, nearest } from '../../parts/rights';
import { useFormat } from '../../parts/text';
import { DeleteRoleDialog } from './DeleteRoleDialog';
import { type RoleEdit, RoleEditor } from './RoleEditor';
import styles from './Roles.module.css';

type Props = Pick<People, 'roles' | 'permissions'> & { mayManage: boolean };

export function Roles({ roles, permissions, mayManage }: Props) {
  const { t } = useLingui();
  const names = useNames();
  const [edit, setEdit] = useState<RoleEdit>();
  const [deleted, setDeleted] = useState<RoleItem>();
  return (
    <Section
      id="roles"
      title={t`Roles`}
      lead={t`A role is a set of rights. What a role does not allow is not on the screen.`}
      isOpen
      actions={
        mayManage && (
          <Button icon="plus" onPress={() => setEdit({ kind: 'add' })}>
            {t`Create a role`}
          </Button>
        )
      }
    >
      <ul className={styles.roles}>
        {roles.map((role) => {
          const { people: count } = role;
          const name = names.role(role.name);
          const has = permissions.filter((one) => role.permissions.includes(one));
          const { length: number } = has;
          return (
            <li key={role.id}>
              <details className={styles.role}>
                <summary data-row="">
                  <span className={styles.name}>
                    {name}
                    {!role.is_builtin && <span className={styles.own}>{t`Own role`}</span>}
                  </span>
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
                <div className={styles.inside}>
                  {!role.is_builtin && <Likeness role={role} roles={roles} />}
                  <RightsList rights={has} />
                  {mayManage && (
                    <div className={styles.actions}>
                      {!role.is_builtin && (
                        <Button
                          small
                          icon="edit"
                          aria-label={t`Change the role ${name}`}
                          onPress={() => setEdit({ kind: 'change', role })}
                        >
                          {t`Change`}
                        </Button>
                      )}
                      <Button
                        small
                        icon="copy"
                        aria-label={t`Copy the role ${name}`}
                        onPress={() => setEdit({ kind: 'copy', role })}
                      >
                        {t`Copy`}
                      </Button>
                      {!role.is_builtin && (
                        <Button small aria-label={t`Delete the role ${name}`} onPress={() => setDeleted(role)}>
                          {t`Delete`}
                        </Button>
                      )}
                    </div>
                  )}
                </div>
              </details>
            </li>
          );
        })}
      </ul>
      {edit && <RoleEditor edit={edit} roles={roles} permissions={permissions} onClose={() => setEdit(undefined)} />}
      {deleted && <DeleteRoleDialog role={deleted} onClose={() => setDeleted(undefined)} />}
    </Section>
  );
}

/** Which built-in role it is most like, and what differs. */
function Likeness({ role, roles }: { role: RoleItem; roles: RoleItem[] }) {
  const names = useNames();
  const format = useFormat();
  const like = nearest(
    role.permissions,
    roles.filter(({ is_builtin }) => is_builtin),
  );
  if (!like) return null;
  const { more, less } = differenceOf(role.permissions, like.permissions);
  const base = names.role(like.name);
  const [added, missing] = [more, less].map((rights) => format.list(rights.map(names.permission)));
  return (
    <p className={styles.likeness}>
      {more.length === 0 && less.length === 0 && <Trans>The same rights as ‘{base}’.</Trans>}
      {more.length > 0 && less.length === 0 && (
        <Trans>
          Like ‘{base}’, and in addition: {added}.
        </Trans>
      )}
      {more.length === 0 && less.length > 0 && (
        <Trans>
          Like ‘{base}’, without: {missing}.
        </Trans>
      )}
      {more.length > 0 && less.length > 0 && (
        <Trans>
          Like ‘{base}’, in addition: {added}; without: {missing}.
        </Trans>
      )}
    </p>
  );
}
