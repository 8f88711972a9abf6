/** One refund: who gets it, on which account. */

import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { BankRefund } from '../../api/types';
import { Badge } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { useOrderNames } from '../../parts/orderNames';
import { RowCheck } from '../../parts/RowCheck';
import table from '../../parts/Table.module.css';
import { useFormat } from '../../parts/text';
import styles from './BankScreen.module.css';
import type { Payee } from './Refunds';

interface Props {
  refund: BankRefund;
  payee: Payee;
  errors: Record<string, string | undefined>;
  isChosen: boolean;
  /** SEPA knows euros only. */
  isPossible: boolean;
  onToggle: () => void;
  onEdit: (payee: Payee) => void;
  onBlur: (field: keyof Payee) => void;
}

export function Refund({ refund, payee, errors, isChosen, isPossible, onToggle, onEdit, onBlur }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const names = useOrderNames();
  const { id, order_number: number, amount, currency, reason, written_at, created_at } = refund;
  const written = written_at && format.time(Date.parse(written_at));
  const since = format.ago(Date.parse(created_at));
  const input = (field: keyof Payee, label: string, maxLength: number) => (
    <Cell
      isLong={field === 'name'}
      id={`refund-${field}.${id}`}
      label={label}
      value={payee[field]}
      maxLength={maxLength}
      error={errors[`${field}.${id}`]}
      onChange={(value) => onEdit({ ...payee, [field]: value })}
      onBlur={() => onBlur(field)}
    />
  );
  return (
    <tr className={styles.refund} data-selected={isChosen ? '' : undefined}>
      <td className={styles.checkCell}>
        <RowCheck label={t`Select ${number}`} checked={isChosen} isDisabled={!isPossible} onChange={onToggle} />
      </td>
      <th scope="row" className={styles.refundOrder}>
        <Link href={`/orders/${number}`} data-row="" className={styles.order}>
          {number}
        </Link>
        <span className={styles.text}>
          {since}
          {reason && ` · ${names.reason(reason)}`}
        </span>
        {written && (
          <span className={styles.written}>
            <Badge tone="success">{t`In a file since ${written}`}</Badge>
            {isChosen && (
              <span className={styles.twice}>
                <Icon name="warning" size={16} />
                {t`If that file was released at the bank, this pays a second time.`}
              </span>
            )}
          </span>
        )}
        {!isPossible && (
          <span className={styles.twice}>
            <Icon name="info" size={16} />
            {t`Not in euros: transfer it through your bank.`}
          </span>
        )}
      </th>
      <td className={styles.holder} data-label={t`Account holder`}>
        {isPossible && input('name', t`Account holder of ${number}`, 70)}
      </td>
      <td className={styles.ibanCell} data-label={t`IBAN`}>
        {isPossible && input('iban', t`IBAN of ${number}`, 42)}
      </td>
      <td className={`${table.end} ${styles.refundAmount}`}>{format.money(amount, currency)}</td>
    </tr>
  );
}

interface CellProps {
  /** Grows with its text, which is one line all the same. */
  isLong: boolean;
  id: string;
  label: string;
  value: string;
  maxLength: number;
  error: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
}

function Cell({ isLong, id, label, value, maxLength, error, onChange, onBlur }: CellProps) {
  const field = {
    id,
    className: styles.input,
    'aria-label': label,
    autoComplete: 'off',
    spellCheck: false,
    maxLength,
    value,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
    onBlur,
  };
  return (
    <span className={styles.cell}>
      {isLong ? (
        <span className={styles.growing} data-text={value}>
          <textarea
            {...field}
            rows={1}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault();
            }}
            onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, ' '))}
          />
        </span>
      ) : (
        <input {...field} onChange={(event) => onChange(event.target.value)} />
      )}
      {error && (
        <span id={`${id}-error`} className={styles.error}>
          <Icon name="error" size={16} />
          <span>{error}</span>
        </span>
      )}
    </span>
  );
}
