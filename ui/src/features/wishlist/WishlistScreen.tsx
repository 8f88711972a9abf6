/** Wishlist with current prices and stock: add to cart, or remove, with undo in its place. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, useContext, useState } from 'react';
import { call } from '../../api/client';
import type { Answer, WishItem } from '../../api/types';
import { AnswersContext, useCall } from '../../api/useCall';
import { pageArgs, parseList } from '../../domain/listQuery';
import { serviceUrls } from '../../domain/serviceUrls';
import { urls } from '../../domain/urls';
import { AccountFrame } from '../../layout/AccountFrame';
import { DoneNotice } from '../../layout/DoneNotice';
import { ButtonLink } from '../../parts/Button';
import { EmptyState, LoadError, Notice, Region, Skeleton, SlowNotice } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { LoadMore } from '../../parts/LoadMore';
import { RemovedRow } from '../../parts/RemovedRow';
import { useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import { usePage } from '../../state/page';
import { usePages } from '../../state/pagination';
import type { ScreenProps } from '../../state/route';
import { useLang, useSentForm } from '../../state/site';
import { wishlistStore } from '../../state/wishlist';
import { WishlistCard } from './WishlistCard';
import styles from './WishlistScreen.module.css';

/** What a form sent without scripts has done: the heart of a product's page leads here, too. */
const DONE = { added: 'wishlist.added', removed: 'wishlist.removed' };

export default function WishlistScreen({ search }: ScreenProps) {
  const { t } = useLingui();
  const { data, error, loading, slow, retry, cancel } = useCall(
    'wishlist/index',
    pageArgs(parseList(search, 'position').page),
  );
  const say = useMessageText();
  const sent = useSentForm('wishlist/remove');
  // Hearts are on cached pages: what is wrong with one is said here.
  const refused = useSentForm('wishlist/add');
  // Its card, which says it else, is no longer there.
  const isGone = sent && !data?.items.some(({ id }) => String(id) === sent.values.id);
  usePage({ title: t`Wishlist`, noindex: true });
  return (
    <AccountFrame
      part="wishlist"
      title={t`Wishlist`}
      intro={data && data.total > 0 && <p>{t`Prices and stock are those of this moment.`}</p>}
    >
      <DoneNotice of={DONE} />
      {isGone && <Notice tone="error" alert title={say(sent.error)} />}
      {refused && <Notice tone="error" alert title={say(refused.error)} />}
      <Region busy={loading && !data}>
        {error && !data && <LoadError error={error} onRetry={retry} />}
        {slow && !data && <SlowNotice onCancel={cancel} onRetry={retry} />}
        {loading && !data && <Waiting />}
        {data && <List key={data.page} data={data} />}
      </Region>
    </AccountFrame>
  );
}

function List({ data }: { data: Answer<'wishlist/index'> }) {
  const { t } = useLingui();
  const lang = useLang();
  const answers = useContext(AnswersContext);
  const { page } = data;
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set());
  const [removed, setRemoved] = useState<{ item: WishItem; at: number; text: string } | null>(null);
  const [restoring, setRestoring] = useState(false);
  const notify = useNotify();
  const more = usePages('wishlist/index', pageArgs, page, data, (item) => item.item_id);
  const shown = more.items.filter(({ item_id }) => !gone.has(item_id));
  const left = data.total - (more.items.length - shown.length);

  const drop = (item: WishItem, at: number, text?: string) => {
    setGone((now) => new Set(now).add(item.item_id));
    setRemoved(text ? { item, at, text } : null);
    answers.invalidate('wishlist/index');
  };
  const restore = async (item: WishItem) => {
    setRestoring(true);
    try {
      const { entries } = await call('wishlist/add', { sku: item.sku });
      wishlistStore.set({ entries });
      // It stands first now, as another entry.
      answers.invalidate('wishlist/index');
      await answers.load('wishlist/index', pageArgs(page)).catch(() => {});
      setGone((now) => new Set([...now].filter((id) => id !== item.item_id)));
      setRemoved(null);
      // The undo button is gone.
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`#wish-${item.item_id} a[href]`)?.focus());
    } catch (reason) {
      notify.refusal(reason);
    } finally {
      setRestoring(false);
    }
  };

  const undo = removed && <RemovedRow text={removed.text} busy={restoring} onUndo={() => void restore(removed.item)} />;
  const removedAt = Math.min(removed?.at ?? -1, shown.length);
  if (shown.length === 0) {
    return (
      <>
        {undo}
        <Empty />
      </>
    );
  }
  return (
    <>
      <ul className={styles.grid}>
        {shown.map((item, at) => (
          <Fragment key={item.item_id}>
            {removedAt === at && <li>{undo}</li>}
            <li id={`wish-${item.item_id}`}>
              <WishlistCard item={item} onRemoved={(text) => drop(item, at, text)} />
            </li>
          </Fragment>
        ))}
        {removedAt === shown.length && <li>{undo}</li>}
      </ul>
      {more.error && <LoadError error={more.error} onRetry={more.fetch} />}
      {left > shown.length && (
        <div className={styles.scripted}>
          <LoadMore shown={shown.length} total={left} busy={more.busy} onMore={more.fetch} />
        </div>
      )}
      {/* Without scripts the next page is another one. */}
      {page * data.per_page < data.total && (
        <p className={styles.next}>
          <ButtonLink variant="secondary" href={serviceUrls.wishlist(lang, page + 1)}>{t`Load more`}</ButtonLink>
        </p>
      )}
    </>
  );
}

function Empty() {
  const { t } = useLingui();
  const lang = useLang();
  return (
    <EmptyState title={t`Nothing saved yet`} actions={<ButtonLink href={urls.home(lang)}>{t`Look around`}</ButtonLink>}>
      <p className={styles.hint}>
        <Trans>
          A press on the heart <Icon name="heart" size={18} /> beside a product keeps it here, at home and on the road.
        </Trans>
      </p>
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div className={styles.grid}>
      {[0, 1, 2, 3].map((at) => (
        <Skeleton key={at} shape="picture" />
      ))}
    </div>
  );
}
