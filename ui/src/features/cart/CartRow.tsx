/** Cart row: item, quantity, price, and what prevents ordering it. A card on narrow screens. */

import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { CartItem, CartPart, Currency } from '../../api/types';
import { isZero } from '../../domain/money';
import { PostForm } from '../../layout/PostForm';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { Checkbox, FieldError } from '../../parts/Field';
import { Icon } from '../../parts/Icon';
import { Link } from '../../parts/Link';
import { NoWrap } from '../../parts/NoWrap';
import { Picture } from '../../parts/Picture';
import { EcoParticipation, PriceBlock } from '../../parts/PriceBlock';
import { Stepper } from '../../parts/Stepper';
import { StockLine } from '../../parts/StockLine';
import { useFormat, useMessageText } from '../../state/i18n';
import { useSentForm, useSite } from '../../state/site';
import styles from './CartRow.module.css';
import { rowId } from './focusRow';

/** Id of the form that takes the ticked rows out. */
export const SELECTION = 'cart-selection';

interface CartRowProps {
  item: CartItem;
  currency: Currency;
  /** Percentage of the employee price, with a promo tag. */
  employeePercent: number | undefined;
  selected: boolean;
  onSelect: (on: boolean) => void;
  /** Both return the refusal's message. */
  onQuantity: (qty: number) => Promise<string | undefined>;
  onRemove: () => Promise<string | undefined>;
}

export function CartRow({
  item,
  currency,
  employeePercent = 0,
  selected,
  onSelect,
  onQuantity,
  onRemove,
}: CartRowProps) {
  const { t } = useLingui();
  const format = useFormat();
  const say = useMessageText();
  const { default_country } = useSite();
  const [removing, setRemoving] = useState(false);
  const quantity = useQuantity(item, onQuantity);
  const [refused, setRefused] = useState('');

  const { name, notice } = item;
  // Discontinued items have neither page nor price.
  const isSold = item.url !== '';
  const canBeOrdered = isSold && item.max_qty > 0;
  const count = item.qty;
  const off = format.percent(employeePercent);
  const discount = format.money(`-${item.discount_amount}`, currency);
  const hasDiscount = !isZero(item.discount_amount);
  const left = notice?.id === 'cart.only_left' && item.max_qty > 0 && item.max_qty < item.qty ? item.max_qty : 0;

  const remove = async () => {
    setRemoving(true);
    const problem = await onRemove();
    // On success this row is unmounted.
    if (problem) {
      setRefused(problem);
      setRemoving(false);
    }
  };

  return (
    <li id={rowId(item.item_id)} className={styles.row} data-removing={removing ? '' : undefined}>
      <div className={styles.select}>
        <Checkbox
          id={`cart-select-${item.item_id}`}
          name="item_ids"
          value={String(item.item_id)}
          form={SELECTION}
          checked={selected}
          onChange={onSelect}
          labelHidden
        >
          {t`Select ${name}`}
        </Checkbox>
      </div>
      {isSold ? (
        <Link href={item.url} className={styles.picture} tabIndex={-1} aria-hidden="true">
          <Picture image={item.image} sizes="(min-width: 600px) 112px, 80px" decorative />
        </Link>
      ) : (
        <div className={styles.picture}>
          <Picture image={item.image} sizes="112px" decorative />
        </div>
      )}
      <div className={styles.text}>
        <h3 className={`product-name ${styles.name}`}>{isSold ? <Link href={item.url}>{name}</Link> : name}</h3>
        {item.options.map((option) => (
          <p key={option.code} className={styles.detail}>
            <NoWrap>{format.pair(option.name, option.label)}</NoWrap>
          </p>
        ))}
        {isSold && (
          <PriceBlock
            variant="line"
            price={item.price}
            currency={currency}
            lowest30d={item.lowest_price_30d}
            unitPrice={item.unit_price}
          />
        )}
        {default_country === 'FR' && item.eco_participation && (
          <p className={styles.detail}>
            <EcoParticipation amount={item.eco_participation} />
          </p>
        )}
        {item.parts.length > 0 && <Parts parts={item.parts} />}
        {isSold && !notice && item.availability === 'low_stock' && (
          <StockLine availability={item.availability} stock={item.stock} />
        )}
        {notice && (
          <Notice
            tone="warning"
            actions={
              left > 0 && (
                <PostForm call="cart/update" onSubmit={() => quantity.change(left)}>
                  <input type="hidden" name="item_id" value={String(item.item_id)} />
                  <input type="hidden" name="qty" value={String(left)} />
                  <Button type="submit" variant="secondary" small busy={quantity.busy}>
                    {t`Change quantity to ${left}`}
                  </Button>
                </PostForm>
              )
            }
          >
            <p>{say(notice)}</p>
          </Notice>
        )}
      </div>
      <div className={styles.quantity}>
        {canBeOrdered ? (
          <PostForm call="cart/update" data-live="" onSubmit={() => {}}>
            <input type="hidden" name="item_id" value={String(item.item_id)} />
            <Stepper
              id={`cart-qty-${item.item_id}`}
              name="qty"
              itemName={name}
              value={quantity.shown}
              // The stock limit is the server's, with its own message.
              max={item.max_qty < item.stock ? item.max_qty : null}
              onChange={quantity.change}
              busy={quantity.busy}
              error={quantity.problem}
            />
            <span className={styles.plain}>
              <Button type="submit" variant="quiet" small>
                {t`Change the quantity`}
              </Button>
            </span>
          </PostForm>
        ) : (
          <p className={styles.detail}>{t`Quantity: ${count}`}</p>
        )}
      </div>
      <div className={styles.remove}>
        <PostForm
          call="cart/delete"
          onSubmit={() => {
            if (!removing) void remove();
          }}
        >
          <input type="hidden" name="item_ids" value={String(item.item_id)} />
          <Button type="submit" variant="quiet" small busy={removing} aria-label={t`Remove ${name}`}>
            <Icon name="trash" size={16} />
            <span>{t`Remove`}</span>
          </Button>
        </PostForm>
        <div role="alert">{refused && <FieldError id={`cart-refused-${item.item_id}`}>{refused}</FieldError>}</div>
      </div>
      {isSold && (
        <div className={styles.sum}>
          <p className={styles.total}>
            <span className="visually-hidden">{t`Sum:`}</span>
            {` ${format.money(item.line_total, currency)}`}
          </p>
          {hasDiscount && (
            <p className={styles.discount}>
              <span>{t`Employee price −${off}`}</span> <span className={styles.amount}>{discount}</span>
            </p>
          )}
        </div>
      )}
    </li>
  );
}

/** Optimistic update, reverted when refused. */
function useQuantity(item: CartItem, save: CartRowProps['onQuantity']) {
  const say = useMessageText();
  const sent = useSentForm('cart/update');
  const [wanted, setWanted] = useState<number | undefined>(undefined);
  const [problem, setProblem] = useState(() =>
    sent && sent.values.item_id === String(item.item_id) ? say(sent.error) : '',
  );
  const latest = useRef(0);
  const change = async (qty: number) => {
    latest.current += 1;
    const mine = latest.current;
    setWanted(qty);
    setProblem('');
    const refused = await save(qty);
    // Stale response: a later change is pending.
    if (mine !== latest.current) return;
    setWanted(undefined);
    setProblem(refused ?? '');
  };
  return {
    shown: wanted ?? item.qty,
    busy: wanted !== undefined,
    problem,
    change: (qty: number) => void change(qty),
  };
}

/** Parts of a set, with the missing one. */
function Parts({ parts }: { parts: CartPart[] }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <div className="legal">
      <p>{t`The set holds`}</p>
      <ul className={styles.partList}>
        {parts.map((part) => (
          <li key={part.sku} data-missing={part.available ? undefined : ''}>
            {part.available
              ? `${part.qty} × ${part.name}`
              : // Name of the missing part.
                format.pair(`${part.qty} × ${part.name}`, t`Out of stock`)}
          </li>
        ))}
      </ul>
    </div>
  );
}
