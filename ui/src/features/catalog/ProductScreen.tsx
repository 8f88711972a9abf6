/**
 * A product's page, of the variant that its address names. The server renders it without exact stock, since the page is
 * cached; that comes from a call after hydration.
 */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { ApiError } from '../../api/client';
import type { Image, Product, Variant } from '../../api/types';
import { useCall } from '../../api/useCall';
import { urls } from '../../domain/urls';
import { LazyNotFound } from '../../layout/LazyNotFound';
import { Breadcrumbs } from '../../parts/Breadcrumbs';
import { Button, ButtonLink } from '../../parts/Button';
import { Notice, PageError, Region, Skeleton, SlowNotice } from '../../parts/Feedback';
import { FieldError, SelectField } from '../../parts/Field';
import { Icon } from '../../parts/Icon';
import { Link } from '../../parts/Link';
import { NoWrap } from '../../parts/NoWrap';
import { EcoParticipation, PriceBlock } from '../../parts/PriceBlock';
import { ProductCard } from '../../parts/ProductCard';
import { Stepper } from '../../parts/Stepper';
import { StickyBar } from '../../parts/StickyBar';
import { StockLine } from '../../parts/StockLine';
import { Swatches } from '../../parts/Swatches';
import { Thumb } from '../../parts/Thumb';
import { WishlistButton } from '../../parts/WishlistButton';
import { addToCart } from '../../state/cart';
import { useFormat, useMessageText } from '../../state/i18n';
import { navigate } from '../../state/navigation';
import { usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useLang, useSite } from '../../state/site';
import { Gallery } from './Gallery';
import { ProductFacts } from './ProductFacts';
import styles from './ProductScreen.module.css';
import { productJsonLd } from './productJsonLd';
import { choiceOf, chosenBy } from './variantQuery';

/** Most that the gallery shows. */
const MOST_PICTURES = 8;

export default function ProductScreen({ params, search, path }: ScreenProps) {
  const url_key = params.key ?? '';
  const { data, error, loading, slow, retry, cancel } = useCall('catalog/product', { url_key });
  const site = useSite();
  const chosen = data && chosenBy(data, search);
  usePage(
    data && {
      title: data.meta_title,
      description: data.meta_description,
      path: data.url,
      alternates: data.alternates,
      breadcrumbs: [...data.breadcrumbs, { key: data.sku, name: data.name, url: data.url }],
      // For search engines and for who shows a link, who read the document as it was served.
      image: import.meta.env.SSR ? picturesOf(data, chosen)[0] : undefined,
      jsonLd: import.meta.env.SSR ? productJsonLd(data, site) : undefined,
      offer: import.meta.env.SSR ? { price: (chosen ?? data).price, currency: data.currency } : undefined,
      shared: import.meta.env.SSR && search ? `${data.url}?${search}` : undefined,
    },
  );
  const { t } = useLingui();
  if (error?.id === 'product.not_found') {
    return <LazyNotFound reason={t`This product is not in our catalogue, or no longer.`} />;
  }
  return (
    <div className="wrap">
      <Region busy={loading && !data}>
        {error && !data && <PageError error={error} onRetry={retry} />}
        {loading && !data && <Waiting>{slow && <SlowNotice onCancel={cancel} onRetry={retry} />}</Waiting>}
        {data && <ProductPage product={data} chosen={chosen} path={path} />}
      </Region>
    </div>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <>
      <Breadcrumbs links={[]} current="" />
      {children}
      <div className={`${styles.grid} ${styles.waiting}`}>
        <Skeleton shape="picture" />
        <Skeleton lines={8} />
      </div>
    </>
  );
}

function variantOf(product: Product, choice: Record<string, string>): Variant | undefined {
  return product.variants.find((variant) =>
    product.options.every(({ code }) => variant.options[code] === choice[code]),
  );
}

interface ProductPageProps {
  product: Product;
  /** The variant that the address names; none where the product has none. */
  chosen: Variant | undefined;
  path: string;
}

function ProductPage({ product, chosen, path }: ProductPageProps) {
  const { t } = useLingui();
  const lang = useLang();
  const site = useSite();
  const say = useMessageText();
  const format = useFormat();
  const live = useCall('catalog/product', { url_key: product.url_key }, { live: true });
  const fresh = live.data ?? product;
  const [qty, setQty] = useState(1);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const buyId = useId();

  const choice = chosen?.options ?? {};
  const variant = variantOf(fresh, choice);
  const item = variant ?? fresh;
  const availability = item.availability;
  const stock = item.stock;
  const soldOut = availability === 'out_of_stock';
  const related = product.related.filter((card) => !soldOut || card.availability !== availability);
  const most = Math.min(stock ?? Number.POSITIVE_INFINITY, fresh.max_qty ?? Number.POSITIVE_INFINITY);
  const missing = product.kind === 'kit' ? fresh.parts.filter((part) => part.availability === 'out_of_stock') : [];
  const images = picturesOf(product, variant);

  const choose = (code: string, value: string) => {
    setProblem('');
    // When the combination does not exist, the nearest that does is taken.
    const wanted = { ...choice, [code]: value };
    const next = variantOf(fresh, wanted) ?? fresh.variants.find((one) => one.options[code] === value);
    // The address on screen, whatever category stands in it: another path would be another page.
    if (next) navigate(`${path}?${choiceOf(product, next)}`, { replace: true });
  };

  const buy = async () => {
    setBusy(true);
    setProblem('');
    try {
      await addToCart({ sku: item.sku, qty });
    } catch (reason) {
      setProblem(say(reason instanceof ApiError ? reason : { id: 'error.try_later', params: {} }));
      setQty(1);
    } finally {
      setBusy(false);
    }
  };

  const { points } = product;
  const delivery = fresh.delivery;
  const deliveryDates = delivery && !soldOut ? format.dateRange(delivery.from, delivery.to, false) : '';
  const price = format.money(item.price, product.currency);
  const collection = product.return_cost ? format.money(product.return_cost, 'EUR') : '';
  const missingNames = format.list(missing.map((part) => part.name));
  const buyButton = (
    <Button block busy={busy} busyLabel={t`Adding…`} disabled={soldOut} onClick={buy}>
      {soldOut ? t`Out of stock` : t`Add to bag`}
    </Button>
  );

  return (
    <>
      <Breadcrumbs links={product.breadcrumbs} current={product.name} />
      <div className={styles.grid}>
        <Gallery images={images} name={product.name} />
        <div className={styles.buy}>
          <h1 tabIndex={-1}>{product.name}</h1>
          <p className={styles.short}>{product.short_description}</p>
          <div aria-live="polite">
            <PriceBlock
              variant="product"
              price={item.price}
              currency={product.currency}
              from={!variant && product.price_from}
              lowest30d={item.lowest_price_30d}
              unitPrice={item.unit_price}
            />
          </div>
          {product.eco_participation && site.default_country === 'FR' && (
            <p className="legal">
              <EcoParticipation amount={product.eco_participation} />
            </p>
          )}

          {product.options.map((option) =>
            option.display === 'select' ? (
              <SelectField
                key={option.code}
                id={`option-${option.code}`}
                label={option.name}
                unmarked
                value={choice[option.code] ?? ''}
                options={option.values.map((value) => ({ value: value.code, label: value.label }))}
                onChange={(value) => choose(option.code, value)}
              />
            ) : (
              <Swatches
                key={option.code}
                id={`option-${option.code}`}
                legend={option.name}
                value={choice[option.code] ?? ''}
                onChange={(value) => choose(option.code, value)}
                unavailableLabel={t`Out of stock`}
                choices={option.values.map((value) => ({
                  code: value.code,
                  label: value.label,
                  color: value.color,
                  unavailable:
                    variantOf(fresh, { ...choice, [option.code]: value.code })?.availability === 'out_of_stock',
                }))}
              />
            ),
          )}

          {product.parts.length > 0 && <Parts product={fresh} />}
          {missing.length > 0 && (
            <Notice tone="warning" title={say({ id: 'cart.kit_parts_out', params: {} })}>
              <p>{missingNames}</p>
            </Notice>
          )}

          <StockLine availability={availability} stock={stock} live />
          <div className={styles.action} id={buyId}>
            {!soldOut && (
              <Stepper
                id="product-qty"
                itemName={product.name}
                value={qty}
                max={Number.isFinite(most) ? most : null}
                delay={0}
                onChange={setQty}
              />
            )}
            {buyButton}
          </div>
          {problem && (
            <div role="alert">
              <FieldError id="product-problem">{problem}</FieldError>
            </div>
          )}

          {site.accounts && (
            <WishlistButton
              worded
              itemId={product.item_id}
              variantId={variant?.item_id}
              sku={item.sku}
              name={product.name}
            />
          )}

          <ul className={styles.promises}>
            {/* The dates come after hydration, into a place that is already there. */}
            {!soldOut && (
              <li>
                <Icon name="truck" size={18} />
                <span role="status">
                  <NoWrap>{deliveryDates ? t`Standard delivery ${deliveryDates}` : t`Standard delivery`}</NoWrap>
                </span>
              </li>
            )}
            <li>
              <Icon name="undo" size={18} />
              <div>
                <Trans>
                  14 days to <Link href={urls.help(lang, 'returns')}>change your mind</Link>
                </Trans>
                {collection && <p>{t`Too large for the post: we collect it for ${collection}.`}</p>}
              </div>
            </li>
            {product.points > 0 && (
              <li>
                <Icon name="plus" size={18} />
                <span>{t`${plural(points, { one: '# point for members', other: '# points for members' })}`}</span>
              </li>
            )}
            {product.bed_terms && (
              <li>
                <Icon name="info" size={18} />
                <span>
                  <Trans>
                    Made and delivered under our{' '}
                    <Link href={urls.help(lang, 'bed-terms')}>terms for beds and mattresses</Link>
                  </Trans>
                </span>
              </li>
            )}
          </ul>
          <ProductFacts product={product} sku={item.sku} />
        </div>
      </div>
      {related.length > 0 && (
        <section className={styles.related} aria-labelledby="product-related">
          <h2 id="product-related">{soldOut ? t`Available instead` : t`Goes well with it`}</h2>
          <ul className={styles.relatedGrid}>
            {related.map((card) => (
              <li key={card.item_id}>
                <ProductCard card={card} level={3} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <StickyBar target={buyId} label={t`Buy ${product.name}`}>
        <Thumb image={images[0] ?? null} />
        <p className={styles.stickyPrice}>
          <span>{price}</span> <small>{t`incl. VAT, plus shipping`}</small>
        </p>
        {soldOut ? (
          <ButtonLink small href={product.breadcrumbs.at(-1)?.url ?? urls.home(lang)} variant="secondary">
            {t`See similar`}
          </ButtonLink>
        ) : (
          <Button small busy={busy} busyLabel={t`Adding…`} onClick={buy}>
            {t`Add to bag`}
          </Button>
        )}
      </StickyBar>
    </>
  );
}

/** What shows a variant, or the product where it has nothing of its own. */
function picturesOf(product: Product, variant: Variant | undefined): Image[] {
  const own = variant?.images?.flatMap((at) => product.images[at] ?? []) ?? product.images.slice(0, product.own_images);
  return own.slice(0, MOST_PICTURES);
}

/** What a set holds. */
function Parts({ product }: { product: Product }) {
  const { t } = useLingui();
  const parts = useMemo(() => product.parts, [product]);
  return (
    <section className={styles.parts} aria-labelledby="product-parts">
      <h2 id="product-parts" className={styles.partsTitle}>{t`The set holds`}</h2>
      <ul className={styles.partList}>
        {parts.map((part) => (
          <li key={part.item_id}>
            <Thumb image={part.image} />
            <div>
              <Link href={part.url}>{`${part.qty} × ${part.name}`}</Link>
              {part.availability === 'out_of_stock' && <StockLine availability={part.availability} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
