/** Page of a loaded product: gallery, purchase, facts, related products. */

import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import type { Product, Variant } from '../../api/types';
import { useCall } from '../../api/useCall';
import { urls } from '../../domain/urls';
import { later } from '../../layout/Later';
import { PostForm } from '../../layout/PostForm';
import { BUYING, WishlistButton } from '../../layout/WishlistButton';
import { Breadcrumbs } from '../../parts/Breadcrumbs';
import { Button, ButtonLink } from '../../parts/Button';
import { FieldError } from '../../parts/Field';
import { EcoParticipation, PriceBlock } from '../../parts/PriceBlock';
import { Stepper } from '../../parts/Stepper';
import { StickyBar } from '../../parts/StickyBar';
import { StockLine } from '../../parts/StockLine';
import { Thumb } from '../../parts/Thumb';
import { useFormat } from '../../state/i18n';
import { useLang, useSite } from '../../state/site';
import { skusOf, withAvailability } from './availability';
import { Gallery } from './Gallery';
import type { KitPartsProps } from './KitParts';
import type { ProductFactsProps } from './ProductFacts';
// Its styles and those of the related products are of the first view, their code is not.
import './KitParts.module.css';
import './ProductFacts.module.css';
import styles from './ProductPage.module.css';
import { ProductTerms } from './ProductTerms';
import type { RelatedProductsProps } from './RelatedProducts';
import './RelatedProducts.module.css';
import { useAddToCart } from './useAddToCart';
import { VariantOptions } from './VariantOptions';
import { picturesOf, variantOf } from './variants';

const KitParts = later<KitPartsProps>('KitParts');
const ProductFacts = later<ProductFactsProps>('ProductFacts');
const RelatedProducts = later<RelatedProductsProps>('RelatedProducts');

interface ProductPageProps {
  product: Product;
  /** The variant in the URL; undefined when the product has none. */
  chosen: Variant | undefined;
  path: string;
}

export function ProductPage({ product, chosen, path }: ProductPageProps) {
  const { t } = useLingui();
  const lang = useLang();
  const site = useSite();
  const format = useFormat();
  const buyId = useId();
  // Stock and dates are not in cached pages.
  const live = useCall('catalog/availability', { skus: skusOf(product) }, { live: true });
  const fresh = live.data ? withAvailability(product, live.data.items) : product;

  const choice = chosen?.options ?? {};
  const variant = variantOf(fresh, choice);
  const item = variant ?? fresh;
  const { availability, stock } = item;
  const soldOut = availability === 'out_of_stock';
  const most = Math.min(stock ?? Number.POSITIVE_INFINITY, fresh.max_qty ?? Number.POSITIVE_INFINITY);
  const images = picturesOf(product, variant);
  // What only arrives after loading is nobody's doing, and is not spoken.
  const [speaks, setSpeaks] = useState<'polite' | 'off'>('off');
  const { qty, setQty, busy, problem, setProblem, add } = useAddToCart(item.sku);

  const choose = () => {
    setProblem('');
    setSpeaks('polite');
  };

  return (
    <>
      <Breadcrumbs links={product.breadcrumbs} current={product.name} />
      <div className={styles.grid}>
        <Gallery images={images} name={product.name} />
        <div className={styles.buy}>
          <h1 tabIndex={-1}>{product.name}</h1>
          <p className={styles.short}>{product.short_description}</p>
          <div aria-live={speaks}>
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
          <PostForm
            id={BUYING}
            call="cart/add"
            then={urls.cart(lang)}
            className={styles.form}
            data-live=""
            onSubmit={() => {
              if (!busy && !soldOut) void add();
            }}
          >
            <input type="hidden" name="sku" value={product.sku} />
            <VariantOptions product={fresh} choice={choice} path={path} onChoose={choose} />
            {product.parts.length > 0 && <KitParts product={fresh} />}
            <div role="status" aria-live={speaks}>
              <StockLine availability={availability} stock={stock} />
            </div>
            <div className={styles.action} id={buyId}>
              {!soldOut && (
                <Stepper
                  id="product-qty"
                  name="qty"
                  itemName={product.name}
                  value={qty}
                  max={Number.isFinite(most) ? most : null}
                  delay={0}
                  onChange={setQty}
                />
              )}
              <Button type="submit" block busy={busy} busyLabel={t`Adding…`} disabled={soldOut} data-replay="">
                {soldOut ? t`Out of stock` : t`Add to bag`}
              </Button>
            </div>
            {problem && (
              <div role="alert">
                <FieldError id="product-problem">{problem}</FieldError>
              </div>
            )}
          </PostForm>
          {site.accounts && (
            <WishlistButton
              worded
              itemId={product.item_id}
              variantId={variant?.item_id}
              sku={item.sku}
              name={product.name}
            />
          )}
          <ProductTerms product={product} delivery={fresh.delivery} soldOut={soldOut} live={speaks} />
          <ProductFacts product={product} sku={item.sku} />
        </div>
      </div>
      <RelatedProducts product={product} soldOut={soldOut} />
      <StickyBar target={buyId} label={t`Buy ${product.name}`}>
        <Thumb image={images[0] ?? null} />
        <p className={styles.stickyPrice}>
          <span>{format.money(item.price, product.currency)}</span> <small>{t`incl. VAT, plus shipping`}</small>
        </p>
        {soldOut ? (
          <ButtonLink small href={product.breadcrumbs.at(-1)?.url ?? urls.home(lang)} variant="secondary">
            {t`See similar`}
          </ButtonLink>
        ) : (
          <Button small busy={busy} busyLabel={t`Adding…`} onClick={add}>
            {t`Add to bag`}
          </Button>
        )}
      </StickyBar>
    </>
  );
}
