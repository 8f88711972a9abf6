/** Every component in every state, in demo mode only. Images and products are those of the home page. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError } from '../../api/client';
import { useCall } from '../../api/useCall';
import { urls } from '../../domain/urls';
import { useLazy } from '../../layout/lazy';
import { PicturedState } from '../../layout/PicturedState';
import { ProductCard } from '../../layout/ProductCard';
import { BUYING, WishlistButton } from '../../layout/WishlistButton';
import { Accordion } from '../../parts/Accordion';
import { Breadcrumbs } from '../../parts/Breadcrumbs';
import { EmptyState, LoadError, Notice, Skeleton, SlowNotice } from '../../parts/Feedback';
import { HelpLink } from '../../parts/HelpLink';
import { Link } from '../../parts/Link';
import { LoadMore } from '../../parts/LoadMore';
import { OrderStatus } from '../../parts/OrderStatus';
import { Picture } from '../../parts/Picture';
import { EcoParticipation, PriceBlock } from '../../parts/PriceBlock';
import { QrPanel } from '../../parts/QrPanel';
import { StickyBar } from '../../parts/StickyBar';
import { StockLine } from '../../parts/StockLine';
import { Thumb } from '../../parts/Thumb';
import { usePage } from '../../state/page';
import { useLang } from '../../state/site';
import { Actions } from './Actions';
import { Fields } from './Fields';
import { Foundations } from './Foundations';
import { Group, Sample } from './Group';
import styles from './StyleguideScreen.module.css';
import { useStatusWords } from './words';

const nothing = () => {};

/** Loaded one by one: together they would exceed the page's size budget. */
const loadOrders = () => import('./Orders').then(({ Orders }) => Orders);
const loadForms = () => import('./Forms').then(({ Forms }) => Forms);

const STATUSES = [
  'pending',
  'pending_bank_transfer',
  'pending_cheque',
  'pending_offline',
  'processing',
  'shipped',
  'complete',
  'canceled',
  'closed',
] as const;

/** The three finder patterns only: not scannable. */
const CODE = {
  size: 29,
  path: 'M4 4h7v7h-7zM5 5v5h5v-5zM6 6h3v3h-3zM18 4h7v7h-7zM19 5v5h5v-5zM20 6h3v3h-3zM4 18h7v7h-7zM5 19v5h5v-5zM6 20h3v3h-3z',
};

export default function StyleguideScreen() {
  const { t } = useLingui();
  const lang = useLang();
  const statuses = useStatusWords();
  const { data } = useCall('page/home', {});
  const [more, setMore] = useState(false);
  const Orders = useLazy(true, loadOrders);
  const Forms = useLazy(true, loadForms);
  usePage({ title: t`Style guide`, noindex: true });
  const hero = data?.hero;
  const cards = data?.best_sellers ?? [];
  const image = cards[0]?.images[0];
  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumbs links={[]} current={t`Style guide`} />
      <h1 tabIndex={-1}>{t`Style guide`}</h1>
      <p className={styles.intro}>{t`Every part of the house in each of its states, in this language.`}</p>

      <Foundations sentence={hero?.title ?? ''} text={hero?.text ?? ''} />
      <Actions sentence={hero?.text ?? ''} label={hero?.cta ?? ''} />
      <Fields />

      <Group title={t`Messages`}>
        <div className={styles.columns}>
          {(['info', 'success', 'warning', 'error'] as const).map((tone) => (
            <Sample key={tone} name={`Notice ${tone}`}>
              <Notice tone={tone} title={hero?.title}>
                <p>{hero?.text}</p>
              </Notice>
            </Sample>
          ))}
          <Sample name="LoadError">
            <LoadError error={new ApiError(500, '')} onRetry={nothing} />
          </Sample>
          <Sample name="SlowNotice">
            <SlowNotice onCancel={nothing} onRetry={nothing} />
          </Sample>
          <Sample name="EmptyState">
            <EmptyState title={hero?.title ?? ''}>{hero?.text}</EmptyState>
          </Sample>
          <Sample name="Skeleton text">
            <Skeleton lines={4} />
          </Sample>
          <Sample name="Skeleton block">
            <Skeleton shape="block" />
          </Sample>
        </div>
        <Sample name="PicturedState">
          <PicturedState of="empty-bag" level={2} title={hero?.title ?? ''}>
            {hero?.text}
          </PicturedState>
        </Sample>
      </Group>

      <Group title={t`Prices and stock`}>
        <div className={styles.columns}>
          {cards.slice(0, 1).map((card) => (
            <Sample key={card.item_id} name="WishlistButton">
              <form id={BUYING} method="post" action={`/${lang}/do/cart/add`}>
                <input type="hidden" name="sku" value={card.sku} />
                <WishlistButton worded itemId={card.item_id} sku={card.sku} name={card.name} />
              </form>
            </Sample>
          ))}
          {cards.slice(0, 1).map((card) => (
            <Sample key={card.sku} name="PriceBlock card, product, line">
              <PriceBlock price={card.price} unitPrice={card.unit_price} />
              <PriceBlock variant="product" price={card.price} lowest30d={card.lowest_price_30d ?? `1${card.price}`} />
              <PriceBlock variant="line" price={card.price} from />
              <p className="legal">
                <EcoParticipation amount="21.50" />
              </p>
            </Sample>
          ))}
          <Sample name="OrderStatus">
            <ul className={styles.list}>
              {STATUSES.map((status) => (
                <li key={status}>
                  <OrderStatus status={status} label={statuses[status]} />
                </li>
              ))}
            </ul>
          </Sample>
          <Sample name="QrPanel">
            <QrPanel code={CODE} label={hero?.title ?? ''}>
              {hero?.text}
            </QrPanel>
          </Sample>
          <Sample name="StockLine">
            <StockLine availability="in_stock" />
            <StockLine availability="low_stock" stock={3} />
            <StockLine availability="out_of_stock" />
          </Sample>
        </div>
      </Group>

      <Group title={t`Products and pictures`}>
        <ul className={styles.cards}>
          {cards.slice(0, 4).map((card) => (
            <li key={card.item_id}>
              <ProductCard card={card} level={3} />
            </li>
          ))}
        </ul>
        <div className={styles.pictures}>
          {(['4/5', '3/2', '1/1', '21/9', '16/10'] as const).map((ratio) => (
            <Sample key={ratio} name={`Picture ${ratio}`}>
              <Picture image={image} ratio={ratio} sizes="(min-width: 900px) 20vw, 46vw" decorative />
            </Sample>
          ))}
          <Sample name="Picture none">
            <Picture image={null} sizes="20vw" />
          </Sample>
          <Sample name="Skeleton picture">
            <Skeleton shape="picture" />
          </Sample>
          <Sample name="Thumb, none">
            <Thumb image={image ?? null} />
            <Thumb image={null} />
          </Sample>
        </div>
      </Group>

      <Group title={t`Ways`}>
        <Sample name="Accordion">
          <Accordion title={hero?.title ?? ''} level={3} id="guide-open" open>
            <p>{hero?.text}</p>
          </Accordion>
          <Accordion title={data?.story?.title ?? ''} level={3} id="guide-closed">
            <p>{data?.story?.text}</p>
          </Accordion>
        </Sample>
        <Sample name="Link, HelpLink">
          <p>
            <Link href={urls.home(lang)}>{hero?.title}</Link> · <HelpLink page="returns">{hero?.title}</HelpLink>
          </p>
        </Sample>
        <Sample name="StickyBar: narrow screens, below its part">
          <p id="guide-passed">{hero?.text}</p>
          <StickyBar target="guide-passed" label={hero?.cta ?? ''}>
            <Thumb image={image ?? null} />
            <p>{hero?.title}</p>
          </StickyBar>
        </Sample>
        <Sample name="LoadMore">
          <LoadMore shown={24} total={41} busy={more} onMore={() => setMore(!more)} />
          <LoadMore shown={41} total={41} busy={false} onMore={nothing} />
        </Sample>
      </Group>

      {Forms && <Forms />}
      {Orders &&
        cards
          .slice(0, 1)
          .map(({ sku, name, url, price }) => (
            <Orders key={sku} piece={{ sku, name, url, price, image: image ?? null }} code={CODE} />
          ))}
    </div>
  );
}
