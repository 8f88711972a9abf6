/** Payment instructions for bank transfer and cheque, with the reservation period. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { Instructions as PaymentInstructions } from '../api/types';
import { useFormat } from '../state/i18n';
import { useLang } from '../state/site';
import { useTimestampFormat } from '../state/timestampFormat';
import { CopyRow } from './CopyRow';
import styles from './Instructions.module.css';
import { QrPanel } from './QrPanel';

type TransferInstructions = Extract<PaymentInstructions, { kind: 'bank_transfer' }>;
type ChequeInstructions = Extract<PaymentInstructions, { kind: 'cheque' }>;

interface Props {
  instructions: PaymentInstructions;
  /** What is paid is the surcharge of a carrier, which holds no goods. */
  isSurcharge?: boolean | undefined;
}

export function Instructions({ instructions, isSurcharge }: Props) {
  switch (instructions.kind) {
    case 'bank_transfer':
      return <Transfer of={instructions} isSurcharge={isSurcharge} />;
    case 'cheque':
      return <Cheque of={instructions} isSurcharge={isSurcharge} />;
    // WeChat codes have a screen of their own, which refreshes them.
    case 'wechat':
      return null;
  }
}

function HoldNotice({ until, isSurcharge }: { until: string; isSurcharge?: boolean | undefined }) {
  const timestamps = useTimestampFormat();
  const date = timestamps.momentDate(until);
  return (
    <p className={styles.held}>
      {isSurcharge ? (
        <Trans>
          The offer ends by itself on <strong>{date}</strong>; without your payment your order travels as before.
        </Trans>
      ) : (
        <Trans>
          Your goods are reserved for 5 working days, until <strong>{date}</strong>. If no payment has arrived by then,
          the order is cancelled by itself.
        </Trans>
      )}
    </p>
  );
}

function Transfer({ of, isSurcharge }: { of: TransferInstructions; isSurcharge?: boolean | undefined }) {
  const { t } = useLingui();
  const lang = useLang();
  const format = useFormat();
  // As bank forms expect it: no symbol, no thousands separator.
  const plainAmount = lang === 'en' || lang === 'zh' ? of.amount : of.amount.replace('.', ',');
  return (
    <section className={styles.panel} aria-labelledby="result-transfer">
      <h2 id="result-transfer" className="subheading">{t`Bank details`}</h2>
      <div className={styles.columns}>
        <dl className={styles.rows}>
          <CopyRow name={t`Recipient`} value={of.account_holder} />
          <CopyRow name={t`IBAN`} value={of.iban} clipboardText={of.iban.replace(/\s/g, '')} isCode />
          <CopyRow name={t`BIC`} value={of.bic} isCode />
          <CopyRow name={t`Reference`} value={of.reference} isCode />
          <CopyRow name={t`Amount`} value={format.money(of.amount, of.currency)} clipboardText={plainAmount} />
          <div className={styles.row}>
            <dt>{t`Bank`}</dt>
            <dd>{of.bank_name}</dd>
          </div>
        </dl>
        {of.qr && (
          <QrPanel code={of.qr} label={t`QR code with the bank details of this transfer`}>
            <Trans>Scan the QR code with your banking app: recipient, amount and reference are filled in.</Trans>
          </QrPanel>
        )}
      </div>
      <p className="small">{t`Please give the reference exactly as it stands, so that we know the payment as yours.`}</p>
      <HoldNotice until={of.hold_until} isSurcharge={isSurcharge} />
    </section>
  );
}

function Cheque({ of, isSurcharge }: { of: ChequeInstructions; isSurcharge?: boolean | undefined }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <section className={styles.panel} aria-labelledby="result-cheque">
      <h2 id="result-cheque" className="subheading">{t`Your cheque`}</h2>
      <dl className={styles.rows}>
        <CopyRow name={t`Payable to`} value={of.payee} />
        <div className={styles.row}>
          <dt>{t`Amount`}</dt>
          <dd>{format.money(of.amount, of.currency)}</dd>
        </div>
        <CopyRow name={t`On the back`} value={of.reference} isCode />
        <CopyRow name={t`Send to`} value={of.address} />
      </dl>
      <p className="small">{t`The order number on the back of the cheque tells us what it is for. Do not send cash.`}</p>
      <HoldNotice until={of.hold_until} isSurcharge={isSurcharge} />
    </section>
  );
}
