/** Programs that call the console with a token: what each may do, until when, and when it was used last. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useTokens } from '../../api/tokens';
import type { TokenItem, TokenState } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { Badge, EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { useNames } from '../../parts/names';
import { Page } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { useFormat } from '../../parts/text';
import { CreateDialog } from './CreateDialog';
import styles from './ProgramsScreen.module.css';
import { RevokeDialog } from './RevokeDialog';

export default function ProgramsScreen() {
  const { t } = useLingui();
  const { data, error, refetch } = useTokens();
  const [isCreating, setCreating] = useState(false);
  const create = (
    <Button variant="primary" icon="plus" isDisabled={!data} onPress={() => setCreating(true)}>
      {t`Create a token`}
    </Button>
  );
  return (
    <Page
      title={t`Programs`}
      above={<Back to="/people">{t`People and roles`}</Back>}
      lead={t`A token lets a program make the calls of this console: a warehouse, a bookkeeping system, a script. It has rights of its own, an end, and never more than whoever made it.`}
      actions={data && data.items.length > 0 && create}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={4} />}
      {data && data.items.length === 0 && (
        <EmptyState title={t`No program has a token`} actions={create}>
          <Trans>
            Create one for each program, with the few rights that it needs. What needs your password and code stays with
            people.
          </Trans>
        </EmptyState>
      )}
      {data && data.items.length > 0 && <TokensTable items={data.items} />}
      {data && isCreating && <CreateDialog tokens={data} onClose={() => setCreating(false)} />}
    </Page>
  );
}

function TokensTable({ items }: { items: TokenItem[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const [revoked, setRevoked] = useState<TokenItem>();
  return (
    <>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t`Program`}</th>
            <th scope="col">{t`Rights`}</th>
            <th scope="col">{t`Last used`}</th>
            <th scope="col">{t`Good until`}</th>
            <th scope="col">{t({ context: 'token', message: 'State' })}</th>
            <th scope="col" className={table.end}>
              <span className="visually-hidden">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((token) => {
            const { name, made_by: maker } = token;
            return (
              <tr key={token.id}>
                <th scope="row">
                  {name}
                  <span className={table.quiet}>{t`made by ${maker}`}</span>
                </th>
                <td data-label={t`Rights`}>
                  <Rights token={token} />
                </td>
                <td data-label={t`Last used`}>
                  {token.last_used_at === null ? (
                    t`Never`
                  ) : (
                    <time dateTime={new Date(token.last_used_at).toISOString()} title={format.time(token.last_used_at)}>
                      {format.ago(token.last_used_at)}
                    </time>
                  )}
                  {token.network && (
                    <span className={table.quiet}>
                      {t`Network`} <code translate="no">{token.network}</code>
                    </span>
                  )}
                </td>
                <td data-label={t`Good until`}>
                  {/* It ends at midnight: the day before is the last one. */}
                  <time dateTime={new Date(token.expires_at - 1).toISOString()}>
                    {format.date(token.expires_at - 1)}
                  </time>
                </td>
                <td data-label={t({ context: 'token', message: 'State' })}>
                  <State state={token.state} />
                </td>
                <td className={table.end}>
                  {isGood(token) && (
                    <Button
                      small
                      data-row=""
                      aria-label={t`Revoke the token of ${name}`}
                      onPress={() => setRevoked(token)}
                    >
                      {t`Revoke`}
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {revoked && <RevokeDialog token={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  );
}

const isGood = ({ state }: TokenItem) => state === 'in_force' || state === 'ends_soon' || state === 'maker_disabled';

/** What it was given, and what is left of that where its maker holds less by now. */
function Rights({ token }: { token: TokenItem }) {
  const { t } = useLingui();
  const names = useNames();
  const format = useFormat();
  const left = format.list(token.reaches.map(names.permission));
  const isReduced =
    (token.state === 'in_force' || token.state === 'ends_soon') && token.reaches.length < token.permissions.length;
  return (
    <>
      {format.list(token.permissions.map(names.permission))}
      {isReduced && (
        <span className={styles.reduced}>
          <Icon name="warning" size={16} />
          {left ? t`Its maker holds less by now. Left: ${left}` : t`Its maker holds none of these any more.`}
        </span>
      )}
    </>
  );
}

function State({ state }: { state: TokenState }) {
  const { t } = useLingui();
  switch (state) {
    case 'in_force':
      return <Badge tone="success">{t({ context: 'token', message: 'Good' })}</Badge>;
    case 'ends_soon':
      return <Badge tone="warning">{t({ context: 'token', message: 'Ends soon' })}</Badge>;
    case 'ended':
      return <Badge tone="neutral">{t({ context: 'token', message: 'Ended' })}</Badge>;
    case 'revoked':
      return <Badge tone="neutral">{t({ context: 'token', message: 'Revoked' })}</Badge>;
    case 'maker_disabled':
      return <Badge tone="error">{t`Its maker is disabled`}</Badge>;
  }
}
