/** What happened to customers' accounts, without names. Filters are in the address; pages follow each other by the last event's id. */

import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { call } from '../../api/client';
import { useMay } from '../../api/queries';
import type { Args, SecurityEvent, SecurityEventKind } from '../../api/types';
import { Button, IconButton } from '../../parts/Button';
import { EmptyState, LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { SelectField } from '../../parts/Field';
import { Page } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { useFormat } from '../../parts/text';
import styles from './AuditScreen.module.css';
import { AuditTabs } from './AuditTabs';
import { EVENT_KINDS, useEventNames } from './eventNames';

type Filters = Omit<Args<'security/list'>, 'before'>;

const useEvents = (filters: Filters) =>
  useInfiniteQuery({
    queryKey: ['security/list', filters],
    queryFn: ({ pageParam, signal }) =>
      call('security/list', pageParam === null ? filters : { ...filters, before: pageParam }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_before,
    placeholderData: keepPreviousData,
  });

const isKind = (text: string | null): text is SecurityEventKind => EVENT_KINDS.some((kind) => kind === text);

export default function SecurityScreen() {
  const { t } = useLingui();
  const names = useEventNames();
  const [params, setParams] = useSearchParams();
  const typed = params.get('event');
  const event = isKind(typed) ? typed : undefined;
  const customer = /^\d+$/.test(params.get('customer') ?? '') ? Number(params.get('customer')) : undefined;
  const filters = { ...(event && { event }), ...(customer !== undefined && { customer }) };
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, isPlaceholderData } =
    useEvents(filters);
  const events = data?.pages.flatMap(({ items }) => items) ?? [];
  const isFiltered = event !== undefined || customer !== undefined;
  const clear = () => setParams({});
  const filter = (name: string, value: string) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (value) next.set(name, value);
      else next.delete(name);
      return next;
    });
  return (
    <Page
      title={t`Security events`}
      above={<AuditTabs at="security" />}
      lead={t`Sign-ins, passwords, exports and deletions of customers’ accounts: numbers of accounts and marks of networks, no names.`}
    >
      <search className={styles.filters} aria-label={t`Filter the events`}>
        <SelectField
          id="security-event"
          label={t`What`}
          value={event ?? ''}
          onChange={(value) => filter('event', value)}
          options={[
            { value: '', label: t`Everything` },
            ...EVENT_KINDS.map((kind) => ({ value: kind, label: names.kind(kind) })),
          ]}
        />
        {isFiltered && <Button onPress={clear}>{t`Clear filters`}</Button>}
      </search>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && events.length === 0 && (
        <EmptyState
          title={isFiltered ? t`No event matches these filters` : t`Nothing has happened yet`}
          actions={isFiltered && <Button onPress={clear}>{t`Clear filters`}</Button>}
        >
          <Trans>Events are kept for a limited time, and without their origin once an account is gone.</Trans>
        </EmptyState>
      )}
      {events.length > 0 && (
        <div className={styles.list} data-stale={isPlaceholderData ? '' : undefined}>
          <EventTable events={events} onCustomer={(id) => filter('customer', String(id))} />
          {error && (
            <Notice tone="error" isLive>
              <Trans>The older events could not be loaded.</Trans>
            </Notice>
          )}
          {hasNextPage && (
            <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
              {isFetchingNextPage ? t`Loading…` : t`Show older ones`}
            </Button>
          )}
        </div>
      )}
    </Page>
  );
}

function EventTable({ events, onCustomer }: { events: readonly SecurityEvent[]; onCustomer: (id: number) => void }) {
  const { t } = useLingui();
  const names = useEventNames();
  const format = useFormat();
  const mayOpen = useMay('customers_read');
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t`What`}</th>
          <th scope="col">{t`Account`}</th>
          <th scope="col">{t`When`}</th>
          <th scope="col">{t`By`}</th>
          <th scope="col">{t`Network`}</th>
        </tr>
      </thead>
      <tbody>
        {events.map((one) => {
          const { id, at, event, customer_id: customer, network } = one;
          const who = t`Account no. ${customer}`;
          return (
            <tr key={id}>
              <th scope="row">{names.kind(event)}</th>
              <td data-label={t`Account`}>
                <span className={styles.account}>
                  {customer === null && <span className={styles.none}>{t`not known`}</span>}
                  {customer !== null && event !== 'account_deleted' && mayOpen && (
                    <Link href={`/customers/${customer}`}>{who}</Link>
                  )}
                  {customer !== null && (event === 'account_deleted' || !mayOpen) && who}
                  {customer !== null && (
                    <IconButton icon="filter" aria-label={t`Show only: ${who}`} onPress={() => onCustomer(customer)} />
                  )}
                </span>
              </td>
              <td data-label={t`When`}>
                <time dateTime={new Date(at).toISOString()}>{format.time(at)}</time>
              </td>
              <td data-label={t`By`}>{names.actor(one)}</td>
              <td data-label={t`Network`}>
                {network ? (
                  <code className={styles.hash}>{network}</code>
                ) : (
                  <span className={styles.none}>{t`not known`}</span>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
