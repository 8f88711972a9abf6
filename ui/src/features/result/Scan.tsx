/** WeChat Pay code: valid for twenty seconds (boutique.md §9), renewed automatically, replaced by the result once paid. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { Instructions, PaymentResult } from '../../api/types';
import { PostForm } from '../../layout/PostForm';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { QrPanel } from '../../parts/QrPanel';
import { useFormat, useMessageText } from '../../state/i18n';
import { announce } from '../../state/liveRegion';
import { useTimestampFormat } from '../../state/timestampFormat';
import styles from './Scan.module.css';
import { usePaymentCode } from './usePaymentCode';

export type WechatInstructions = Extract<Instructions, { kind: 'wechat' }>;

interface ScanProps {
  of: WechatInstructions;
  token: string;
  /** Applies a response about the code. */
  take: (order: PaymentResult) => void;
}

export function Scan({ of, token, take }: ScanProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const timestamps = useTimestampFormat();
  const { left, isExpired, busy, renew } = usePaymentCode(of, token, take);
  const expired = say({ id: 'payment.qr_expired' });
  const time = timestamps.time(of.hold_until);
  const zone = timestamps.zone(of.hold_until);
  const button = useRef<HTMLDivElement>(null);

  // Announced once, not every second.
  useEffect(() => {
    if (isExpired) announce(expired);
  }, [isExpired, expired]);

  return (
    <section className={styles.panel} aria-labelledby="result-scan">
      <h2 id="result-scan" className="visually-hidden">{t`Your code`}</h2>
      <p className={styles.amount}>{format.money(of.amount, of.currency)}</p>
      <div className={styles.frame} data-over={isExpired || !of.qr ? '' : undefined}>
        {of.qr ? (
          <QrPanel code={of.qr} label={t`QR code of this payment`} />
        ) : (
          <div className={styles.blank} aria-hidden="true" />
        )}
        {isExpired && <p className={styles.veil}>{expired}</p>}
      </div>
      <p className={styles.clock} aria-hidden="true">
        {!isExpired && left > 0 ? t`A new code in ${left} s` : '\u00a0'}
      </p>
      <div ref={button}>
        <PostForm call="payment/refresh" onSubmit={renew}>
          <input type="hidden" name="token" value={token} />
          <Button type="submit" variant={isExpired ? 'primary' : 'quiet'} small={!isExpired} busy={busy}>
            {t`Refresh code`}
          </Button>
        </PostForm>
      </div>
      <ol className={styles.steps}>
        <li>
          <Trans>Open WeChat on your phone, tap “+” and “Scan”.</Trans>
        </li>
        <li>
          <Trans>Point the camera at the code and confirm the amount.</Trans>
        </li>
        <li>
          <Trans>Is this the same phone? Save the code as a picture, and choose it from the album in “Scan”.</Trans>
        </li>
      </ol>
      <p className="small">
        <Trans>
          Each code lasts 20 seconds and is replaced by itself. We hold your order until {time} ({zone}).
        </Trans>
      </p>
      {of.demo_url && (
        <Notice tone="info" title={t`Demonstration: no money moves.`}>
          <p>
            <a href={of.demo_url}>{t`Open the page behind the code`}</a>
          </p>
        </Notice>
      )}
    </section>
  );
}
