/** Who did what, when, to which thing. Filters are in the address; pages follow each other by the last entry's id. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { call } from '../../api/client';
import { useAudit, useMay, usePeople, useSession, useVerify } from '../../api/queries';
import { useTokens } from '../../api/tokens';
import type { AuditEntry } from '../../api/types';
import { Button } from '../../parts/Button';
import { ColumnsMenu } from '../../parts/ColumnsMenu';
import { readHidden } from '../../parts/columns';
import { startOfDay } from '../../parts/days';
import { ExportButton } from '../../parts/ExportButton';
import { EmptyState, LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Field, SelectField } from '../../parts/Field';
import { forgotten } from '../../parts/forgotten';
import { Changing } from '../../parts/Live';
import { AUDIT_NOUNS, useNames } from '../../parts/names';
import { Page } from '../../parts/Page';
import { readPages, useShowMore, writePages } from '../../parts/pages';
import { useListViews } from '../../parts/SavedViews';
import { useSteady } from '../../parts/steady';
import styles from './AuditScreen.module.css';
import { AUDIT_COLUMNS, AuditTable, useAuditColumns } from './AuditTable';
import { AuditTabs } from './AuditTabs';
import { useActors } from './actors';
import { Verification, VerifyButton } from './Verification';

const FILTERS = ['actor', 'noun', 'from', 'to'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const KNOWN = { actor: /^((staff|token):\d+|cli:.+|anybody)$/, noun: /^[a-z_]+$/, from: DAY, to: DAY };

const keyOf = ({ id }: AuditEntry) => String(id);

export default function AuditScreen() {
  const { t, i18n } = useLingui();
  const names = useNames();
  const { time_zone: timeZone } = useSession();
  const [params, setParams] = useSearchParams();
  const hide = readHidden(params, AUDIT_COLUMNS);
  const kept = new URLSearchParams(
    [...FILTERS.map((name) => [name, params.get(name) ?? ''] as const), ['hide', hide.join(',')] as const]
      .filter(([name, value]) => value && (name === 'hide' || KNOWN[name].test(value)))
      .map(([name, value]) => [name, value]),
  );
  const [actor, noun, from, to] = FILTERS.map((name) => kept.get(name) ?? '') as [string, string, string, string];
  const people = usePeople(useMay('staff_read')).data?.people;
  const tokens = useTokens(useMay('staff_manage')).data?.items;
  const actorName = useActors(people, tokens);
  const verify = useVerify();
  const isReversed = from !== '' && to !== '' && from > to;

  const filters = useMemo(() => {
    const from_at = startOfDay(from, timeZone);
    const end = startOfDay(to, timeZone, 1);
    return {
      ...(actor && { actor }),
      ...(noun && { noun }),
      ...(from_at !== undefined && { from_at }),
      ...(end !== undefined && { to_at: end - 1 }),
    };
  }, [actor, noun, from, to, timeZone]);
  const pages = useAudit(filters);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isPlaceholderData } = pages;

  const filter = (name: (typeof FILTERS)[number] | 'hide' | 'pages', value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (name !== 'hide') next.delete('pages');
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      // Typing a date is one step back, not eight.
      { replace: name === 'from' || name === 'to' || name === 'pages' },
    );
  const showMore = useShowMore(readPages(params), pages, (wanted) => filter('pages', writePages(wanted)));
  const clear = () => setParams(hide.length > 0 ? { hide: hide.join(',') } : {});
  const columnNames = useAuditColumns();
  const views = useListViews({
    list: 'audit',
    path: '/audit',
    whole: t`All entries`,
    query: kept.toString(),
    gone: forgotten(params, kept),
    onOpen: (query) => setParams(new URLSearchParams(query), { replace: true }),
  });

  const actors = [
    ...(people ?? []).map(({ id }) => `staff:${id}`),
    ...(tokens ?? []).map(({ id }) => `token:${id}`),
    'anybody',
  ];
  if (actor && !actors.includes(actor)) actors.push(actor);
  const byName = new Intl.Collator(i18n.locale).compare;
  const nouns = noun && !AUDIT_NOUNS.includes(noun) ? [...AUDIT_NOUNS, noun] : AUDIT_NOUNS;
  const isFiltered = Object.keys(filters).length > 0;
  const read = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const list = JSON.stringify(filters);
  const { rows: entries, ...live } = useSteady({ rows: read, keyOf, list, isPlaceholder: isPlaceholderData });

  return (
    <Page
      title={t`Audit`}
      above={<AuditTabs at="entries" />}
      actions={
        <>
          {views.menu}
          <ExportButton ask={() => call('audit/export', filters)} isDisabled={entries.length === 0} />
          <VerifyButton verify={verify} />
        </>
      }
      lead={t`Every action in this console and on the server’s command line. Entries are sealed into a chain: a change to any of them shows.`}
    >
      <Verification verify={verify} />
      {views.tabs}
      <search className={styles.filters} aria-label={t`Filter the audit`}>
        <SelectField
          id="audit-actor"
          label={t`Who`}
          value={actor}
          onChange={(value) => filter('actor', value)}
          options={[
            { value: '', label: t`Everybody` },
            ...actors.map((one) => ({ value: one, label: actorName(one) })),
          ]}
        />
        <SelectField
          id="audit-noun"
          label={t`What`}
          value={noun}
          onChange={(value) => filter('noun', value)}
          options={[
            { value: '', label: t`Everything` },
            ...nouns
              .map((one) => ({ value: one, label: names.noun(one) }))
              .sort((one, other) => byName(one.label, other.label)),
          ]}
        />
        <Field id="audit-from" label={t`From`} type="date" isFilter value={from} onChange={(v) => filter('from', v)} />
        <Field
          id="audit-to"
          label={t`To`}
          type="date"
          isFilter
          value={to}
          onChange={(value) => filter('to', value)}
          error={isReversed ? t`‘To’ is before ‘From’. Please change one of the two dates.` : undefined}
        />
        {isFiltered && <Button onPress={clear}>{t`Clear filters`}</Button>}
      </search>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && entries.length === 0 && (
        <EmptyState
          title={isFiltered ? t`No entry matches these filters` : t`Nothing has happened yet`}
          actions={isFiltered && <Button onPress={clear}>{t`Clear filters`}</Button>}
        >
          {isFiltered ? (
            <Trans>Choose a longer period or fewer filters.</Trans>
          ) : (
            <Trans>Sign-ins, changes and refused attempts are entered here by themselves.</Trans>
          )}
        </EmptyState>
      )}
      {entries.length > 0 && (
        <div className={styles.list} data-stale={isPlaceholderData ? '' : undefined}>
          <div className={styles.columns}>
            <ColumnsMenu
              columns={AUDIT_COLUMNS.map((value) => ({ value, label: columnNames[value] }))}
              hidden={hide}
              onChange={(hidden) => filter('hide', hidden.join(','))}
            />
          </div>
          <Changing count={live.waiting} onShow={live.show}>
            <AuditTable entries={entries} hide={hide} actorName={actorName} onActor={(one) => filter('actor', one)} />
          </Changing>
          {error && (
            <Notice tone="error" isLive>
              <Trans>The older entries could not be loaded.</Trans>
            </Notice>
          )}
          {hasNextPage && (
            <Button isPending={isFetchingNextPage} onPress={showMore}>
              {isFetchingNextPage ? t`Loading…` : t`Show older entries`}
            </Button>
          )}
        </div>
      )}
    </Page>
  );
}
