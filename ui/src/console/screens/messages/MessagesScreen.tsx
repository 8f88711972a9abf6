/** The inbox: all that customers have written, the most urgent first. */

import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { Link, useSearch, useSearchParams } from 'wouter';
import { useChatHours, useThreads } from '../../api/threads';
import type { BulkCall, ThreadRow } from '../../api/types';
import { AllMatching } from '../../parts/AllMatching';
import { Button } from '../../parts/Button';
import { EmptyState, LoadError, OutOfDate, Skeleton } from '../../parts/Feedback';
import { forgotten } from '../../parts/forgotten';
import { ChangeMark, ShowChanges } from '../../parts/Live';
import { LANGUAGE_NAMES } from '../../parts/language';
import { Page } from '../../parts/Page';
import { useShowMore } from '../../parts/pages';
import { AllCheck, RowCheck } from '../../parts/RowCheck';
import { useListViews } from '../../parts/SavedViews';
import { Search } from '../../parts/Search';
import { SelectionBar } from '../../parts/SelectionBar';
import { ShowMore } from '../../parts/ShowMore';
import { useSelection } from '../../parts/selection';
import { type Mark, useSteady } from '../../parts/steady';
import table from '../../parts/Table.module.css';
import { ThreadMark } from '../../parts/ThreadMarks';
import { useFormat } from '../../parts/text';
import { useThreadNames } from '../../parts/threadNames';
import { ChatDialog } from './ChatDialog';
import { Filters } from './Filters';
import styles from './MessagesScreen.module.css';
import { filtersOf, isFiltered, PLAIN, readView, type View, writeView } from './view';

const keyOf = ({ reference }: ThreadRow) => reference;

export default function MessagesScreen() {
  const { t } = useLingui();
  const search = useSearch();
  const [, setParams] = useSearchParams();
  const view = useMemo(() => readView(new URLSearchParams(search)), [search]);
  const filters = useMemo(() => filtersOf(view), [view]);
  const pages = useThreads(filters);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isPlaceholderData } = pages;
  const change = (part: Partial<View>, options?: { replace: boolean }) =>
    setParams((now) => writeView({ ...readView(now), pages: 1, ...part }), options);
  const showChat = (isChatOpen: boolean) => change({ isChatOpen, pages: view.pages }, { replace: !isChatOpen });
  const showMore = useShowMore(view.pages, pages, (wanted) => change({ pages: wanted }, { replace: true }));
  const read = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const list = JSON.stringify(filters);
  const { rows: threads, ...live } = useSteady({ rows: read, keyOf, list, isPlaceholder: isPlaceholderData });
  const references = useMemo(() => threads.map(keyOf), [threads]);
  const selection = useSelection(references, list);
  const calls: BulkCall[] =
    view.state === 'closed'
      ? ['message/reopen']
      : view.state === 'all'
        ? ['message/close', 'message/reopen']
        : ['message/close'];
  const hasFilter = isFiltered(view);
  const views = useListViews({
    list: 'messages',
    path: '/messages',
    whole: t`Open messages`,
    query: writeView({ ...view, pages: 1, isChatOpen: false }).toString(),
    gone: forgotten(new URLSearchParams(search), writeView(view)),
    onOpen: (query) =>
      change({ ...readView(new URLSearchParams(query)), isChatOpen: view.isChatOpen }, { replace: true }),
  });
  return (
    <Page
      title={t`Messages`}
      lead={<ChatLine />}
      actions={
        <>
          <Button onPress={() => showChat(true)}>{t`Chat hours…`}</Button>
          <Link href="/messages/texts" className={styles.link}>{t`Canned texts`}</Link>
          {views.menu}
        </>
      }
    >
      <div className={styles.tools}>
        {views.tabs}
        <Search
          label={t`Search messages`}
          placeholder={t`Name, address, order, reference…`}
          value={view.q}
          onSearch={(q) => q !== view.q && change({ q }, { replace: view.q !== '' })}
        />
        <Filters view={view} onChange={change} />
      </div>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && threads.length === 0 && (
        <EmptyState
          title={hasFilter ? t`No message matches` : t`Everybody has an answer`}
          actions={hasFilter && <Button onPress={() => change(PLAIN)}>{t`Clear search and filters`}</Button>}
        >
          {hasFilter ? (
            <Trans>
              The search looks for the beginnings of words in names, mail addresses, order numbers and references. Fewer
              words find more.
            </Trans>
          ) : (
            <Trans>
              What customers write through the contact form or in the chat, returns and withdrawals appear here at once,
              the most urgent first.
            </Trans>
          )}
        </EmptyState>
      )}
      {threads.length > 0 && (
        <section className={styles.list} data-stale={isPlaceholderData ? '' : undefined} aria-label={t`Results`}>
          <ShowChanges count={live.waiting} onShow={live.show} />
          {selection.isWhole && hasNextPage && (
            <AllMatching
              shown={t`${plural(threads.length, { one: 'The only message shown is selected.', other: 'All # messages shown are selected.' })}`}
              all={t`All messages that match are selected.`}
              isAll={selection.isAll}
              onAll={selection.takeAll}
              onClear={selection.clear}
            />
          )}
          <Threads threads={threads} markOf={live.markOf} selection={selection} />
          {error && <OutOfDate />}
          {hasNextPage && <ShowMore isPending={isFetchingNextPage} onPress={showMore} />}
          <SelectionBar selection={selection} all={{ threads: filters }} calls={calls}>
            <Plural value={selection.chosen.length} one="# message selected" other="# messages selected" />
          </SelectionBar>
        </section>
      )}
      {view.isChatOpen && <ChatDialog onClose={() => showChat(false)} />}
    </Page>
  );
}

/** What shoppers are told about the chat now. */
function ChatLine() {
  const { t } = useLingui();
  const format = useFormat();
  const { data } = useChatHours();
  if (!data) return null;
  if (data.mode === 'off') return <span>{t`The chat is off. Shoppers are led to the contact form.`}</span>;
  if (data.is_open) return <span>{t`The chat is open: shoppers are told that they are answered at once.`}</span>;
  const opens = data.opens_at && format.shortTime(Date.parse(data.opens_at));
  return (
    <span>
      {opens ? t`The chat opens ${opens}.` : t`Nobody is there for the chat. Shoppers are led to the contact form.`}
    </span>
  );
}

interface ThreadsProps {
  threads: readonly ThreadRow[];
  markOf: (reference: string) => Mark | undefined;
  selection: ReturnType<typeof useSelection>;
}

function Threads({ threads, markOf, selection }: ThreadsProps) {
  const { t } = useLingui();
  const format = useFormat();
  const names = useThreadNames();
  const nameOf = ({ name, reference }: ThreadRow) => {
    const who = name || reference;
    return t`Select the message of ${who}`;
  };
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col" className={table.check}>
            <AllCheck
              label={t`Select all rows`}
              chosen={selection.chosen.length}
              of={threads.length}
              onChange={selection.all}
            />
          </th>
          <th scope="col" className={styles.first}>{t`Who`}</th>
          <th scope="col">{t`What`}</th>
          <th scope="col">{t`Status`}</th>
          <th scope="col">{t`Taken by`}</th>
          <th scope="col">{t`Written`}</th>
        </tr>
      </thead>
      <tbody>
        {threads.map((thread) => (
          <tr key={thread.reference} className={`${table.row} ${table.beside}`} data-mark={markOf(thread.reference)}>
            <td className={`${table.check} ${styles.check}`}>
              <RowCheck
                label={nameOf(thread)}
                checked={selection.has(thread.reference)}
                onChange={(reach) => selection.toggle(thread.reference, reach)}
              />
            </td>
            <th scope="row" className={styles.first}>
              <Link
                href={`/messages/${thread.reference}`}
                className={`${table.opens} ${styles.who}`}
                id={`thread-${thread.reference}`}
                data-row=""
              >
                {thread.name || thread.reference}
              </Link>
              <ChangeMark mark={markOf(thread.reference)} />
              <span className={table.quiet}>
                {names.kind(thread.kind)} · {LANGUAGE_NAMES[thread.lang]}
              </span>
            </th>
            <td className={styles.what} data-label={t`What`}>
              <span className={styles.excerpt}>
                {thread.is_ours && <span className={styles.ours}>{t`You:`} </span>}
                {thread.excerpt || (thread.subject ? names.subject(thread.subject) : t`The whole order`)}
              </span>
              {thread.order_number && <span className={table.quiet}>{thread.order_number}</span>}
            </td>
            <td data-label={t`Status`}>
              <ThreadMark thread={thread} />
            </td>
            <td data-label={t`Taken by`}>
              {thread.assignee?.name ?? <span className={table.quiet}>{t`nobody`}</span>}
            </td>
            <td data-label={t`Written`} className={styles.when}>
              <time dateTime={thread.at}>{format.ago(Date.parse(thread.at))}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
