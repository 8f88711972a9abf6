/** Who may come in and what they may do: people, open invitations, roles. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useMay, usePeople, usePeopleCall, useSelf } from '../../api/queries';
import type { People, PersonItem } from '../../api/types';
import { Button, IconButton } from '../../parts/Button';
import { Badge, EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import { type Action, Menu } from '../../parts/Menu';
import { useNames } from '../../parts/names';
import { Page, Section } from '../../parts/Page';
import { OWNER } from '../../parts/rights';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { EndDialog, type Ending } from './EndDialog';
import { InviteDialog } from './InviteDialog';
import { RoleDialog } from './RoleDialog';
import { Roles } from './Roles';
import { SessionsDialog } from './SessionsDialog';

export default function PeopleScreen() {
  const { t } = useLingui();
  const { data, error, refetch } = usePeople();
  const mayManage = useMay('staff_manage');
  const [isInviting, setInviting] = useState(false);
  const [, go] = useLocation();
  return (
    <Page
      title={t`People and roles`}
      lead={t`Everybody who may open this console. Give each person an account of their own, so that the audit shows who did what.`}
      actions={
        mayManage && (
          <>
            <Button icon="program" onPress={() => go('/programs')}>
              {t`Programs`}
            </Button>
            <Button variant="primary" icon="plus" isDisabled={!data} onPress={() => setInviting(true)}>
              {t`Invite a person`}
            </Button>
          </>
        )
      }
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data && (
        <>
          <PeopleTable {...data} mayManage={mayManage} />
          <Invitations {...data} mayManage={mayManage} onInvite={() => setInviting(true)} />
          <Roles {...data} mayManage={mayManage} />
          {isInviting && <InviteDialog {...data} onClose={() => setInviting(false)} />}
        </>
      )}
    </Page>
  );
}

function PeopleTable({ people, roles, permissions, mayManage }: People & { mayManage: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const names = useNames();
  const say = useMessageText();
  const self = useSelf();
  const enable = usePeopleCall('staff/enable');
  const [ending, setEnding] = useState<Ending>();
  const [changed, setChanged] = useState<PersonItem>();
  const [watched, setWatched] = useState<PersonItem>();
  // Who manages people without being an owner ends sessions, and does not see from where somebody works.
  const isOwner = self.role.name === OWNER;

  const actions = (person: PersonItem): Action[] => {
    const { id, name } = person;
    const list: Action[] = [
      { id: 'role', label: t`Change the role…`, icon: 'shield', onAction: () => setChanged(person) },
    ];
    if (id === self.id) return list;
    if (person.sessions > 0) {
      if (isOwner) {
        list.push({
          id: 'devices',
          label: t`See the sessions…`,
          icon: 'clock',
          onAction: () => setWatched(person),
        });
      }
      list.push({
        id: 'sessions',
        label: t`End all sessions…`,
        icon: 'sign-out',
        onAction: () => setEnding({ kind: 'sessions', person }),
      });
    }
    if (person.passkeys > 0) {
      list.push({
        id: 'passkeys',
        label: t`Remove all passkeys…`,
        icon: 'key',
        onAction: () => setEnding({ kind: 'passkeys', person }),
      });
    }
    list.push(
      person.disabled_at === null
        ? {
            id: 'disable',
            label: t`Disable the account…`,
            icon: 'close',
            isDanger: true,
            onAction: () => setEnding({ kind: 'disable', person }),
          }
        : {
            id: 'enable',
            label: t`Enable the account`,
            icon: 'undo',
            onAction: () =>
              enable.mutate(
                { id },
                {
                  onSuccess: () => toast(t`${name} can sign in again.`),
                  onError: (error) => toast(say(error)),
                },
              ),
          },
    );
    return list;
  };

  return (
    <Section id="people" title={t`People`} isOpen>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t`Name`}</th>
            <th scope="col">{t`Role`}</th>
            <th scope="col">{t`Signs in with`}</th>
            <th scope="col">{t`Last active`}</th>
            <th scope="col">{t`Sessions`}</th>
            <th scope="col">{t({ context: 'account', message: 'State' })}</th>
            {mayManage && (
              <th scope="col" className={table.end}>
                <span className="visually-hidden">{t`Actions`}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => {
            const { name } = person;
            return (
              <tr key={person.id}>
                <th scope="row">
                  {name}
                  {person.id === self.id && <span> {t`(you)`}</span>}
                  <span className={table.quiet}>{person.email}</span>
                </th>
                <td data-label={t`Role`}>{names.role(person.role_name)}</td>
                <td data-label={t`Signs in with`}>
                  <Ways person={person} />
                </td>
                <td data-label={t`Last active`}>
                  {person.seen_at === null ? (
                    t`Never`
                  ) : (
                    <time dateTime={new Date(person.seen_at).toISOString()} title={format.time(person.seen_at)}>
                      {format.ago(person.seen_at)}
                    </time>
                  )}
                </td>
                <td data-label={t`Sessions`}>{format.number(person.sessions)}</td>
                <td data-label={t({ context: 'account', message: 'State' })}>
                  {person.disabled_at === null ? (
                    <Badge tone="success">{t`Active`}</Badge>
                  ) : (
                    <Badge tone="error">{t`Disabled`}</Badge>
                  )}
                </td>
                {mayManage && (
                  <td className={`${table.end} ${table.corner}`}>
                    <Menu
                      label={t`Actions for ${name}`}
                      trigger={<IconButton icon="more" aria-label={t`Actions for ${name}`} data-row="" />}
                      actions={actions(person)}
                    />
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      {watched && (
        <SessionsDialog
          person={watched}
          onEndAll={() => {
            setEnding({ kind: 'sessions', person: watched });
            setWatched(undefined);
          }}
          onClose={() => setWatched(undefined)}
        />
      )}
      {ending && <EndDialog ending={ending} onClose={() => setEnding(undefined)} />}
      {changed && (
        <RoleDialog person={changed} roles={roles} permissions={permissions} onClose={() => setChanged(undefined)} />
      )}
    </Section>
  );
}

/** What a person signs in with. */
function Ways({ person: { has_password: hasPassword, passkeys } }: { person: PersonItem }) {
  const { t } = useLingui();
  const keys = t`${plural(passkeys, { one: '# passkey', other: '# passkeys' })}`;
  if (passkeys === 0) return hasPassword ? t`Password and code` : t`Nothing: needs an invitation`;
  return hasPassword ? t`${keys}, or password and code` : keys;
}

type InvitationsProps = Pick<People, 'invitations'> & { mayManage: boolean; onInvite: () => void };

function Invitations({ invitations, mayManage, onInvite }: InvitationsProps) {
  const { t } = useLingui();
  const format = useFormat();
  const names = useNames();
  const say = useMessageText();
  const withdraw = usePeopleCall('staff/withdraw_invitation');
  return (
    <Section id="invitations" title={t`Open invitations`} isOpen>
      {invitations.length === 0 ? (
        <EmptyState
          title={t`Nobody is invited at the moment`}
          actions={mayManage && <Button icon="plus" onPress={onInvite}>{t`Invite a person`}</Button>}
        >
          <Trans>
            An invitation is a link that works once. With it the person creates a passkey, or chooses a password and
            pairs their phone; until then the invitation is listed here.
          </Trans>
        </EmptyState>
      ) : (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t`Email address`}</th>
              <th scope="col">{t`Role`}</th>
              <th scope="col">{t`Invited by`}</th>
              <th scope="col">{t`Valid until`}</th>
              {mayManage && (
                <th scope="col" className={table.end}>
                  <span className="visually-hidden">{t`Actions`}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {invitations.map(({ id, email, role_name, invited_by, expires_at }) => (
              <tr key={id}>
                <th scope="row">{email}</th>
                <td data-label={t`Role`}>{names.role(role_name)}</td>
                <td data-label={t`Invited by`}>{invited_by ?? t`Command line`}</td>
                <td data-label={t`Valid until`}>
                  {expires_at < Date.now() ? (
                    <Badge tone="warning">{t`Ended`}</Badge>
                  ) : (
                    <time dateTime={new Date(expires_at).toISOString()}>{format.time(expires_at)}</time>
                  )}
                </td>
                {mayManage && (
                  <td className={table.end}>
                    <Button
                      small
                      data-row=""
                      aria-label={t`Withdraw the invitation of ${email}`}
                      isPending={withdraw.isPending && withdraw.variables.id === id}
                      onPress={() =>
                        withdraw.mutate(
                          { id },
                          {
                            onSuccess: () =>
                              toast(t`The invitation of ${email} is withdrawn: its link no longer works.`),
                            onError: (error) => toast(say(error)),
                          },
                        )
                      }
                    >
                      {t`Withdraw`}
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
