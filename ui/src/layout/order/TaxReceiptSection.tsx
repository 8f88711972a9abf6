/**
 * Status of an order's fapiao, and its lazy request form. The file name avoids the word: it is part of a style sheet's URL
 * on every order page, also in shops without Chinese.
 */

import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentType, useEffect, useRef } from 'react';
import type { Fapiao, FapiaoRequest, FapiaoType } from '../../api/types';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { Scriptless } from '../../parts/Scriptless';
import { useMessageText } from '../../state/i18n';
import { useTimestampFormat } from '../../state/timestampFormat';
import type { FapiaoFormProps } from './FapiaoForm';
import { TaxReceiptPage } from './TaxReceiptPage';
import styles from './TaxReceiptSection.module.css';

export function useTypeNames(): Record<FapiaoType, string> {
  const { t } = useLingui();
  return {
    electronic: t`Electronic fapiao`,
    personal: t`Fapiao for a person`,
    business: t`Fapiao for a business`,
    vat: t`Special VAT fapiao`,
    none: t`No fapiao needed`,
  };
}

export interface TaxReceiptSectionProps {
  state: Fapiao;
  onChanged: (state: Fapiao) => void;
  /** `Form` is undefined until it is loaded. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  Form: ComponentType<FapiaoFormProps> | undefined;
}

export function TaxReceiptSection({ state, onChanged, isOpen, onOpen, Form }: TaxReceiptSectionProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const done = useRef<HTMLDivElement>(null);
  const { request, message, can_request } = state;
  useEffect(() => {
    if (message) done.current?.focus();
  }, [message]);
  // Cancelled before a fapiao was requested.
  if (!request && !can_request) return null;
  const isShown = can_request && isOpen && Form;
  return (
    <section className={styles.fapiao} aria-labelledby="fapiao-title">
      <h2 id="fapiao-title" className="subheading">{t`Fapiao`}</h2>
      {message && (
        <div ref={done} className={styles.done} tabIndex={-1} role="status">
          <Notice tone="success" title={say(message)} />
        </div>
      )}
      {request && !isShown && <Summary request={request} />}
      {(!request || isShown) && (
        <p>
          <Trans>A fapiao is issued for what you paid, after the order has been shipped.</Trans>
        </p>
      )}
      {can_request && !isShown && (
        <p className={styles.scripted}>
          <Button small variant="secondary" busy={isOpen} onClick={() => onOpen(true)}>
            {request ? t`Ask for a fapiao after all` : t`Ask for a fapiao`}
          </Button>
        </p>
      )}
      <Scriptless>{import.meta.env.SSR && <TaxReceiptPage state={state} />}</Scriptless>
      {isShown && (
        <Form
          orderNumber={state.order_number}
          onDone={(next) => {
            onOpen(false);
            onChanged(next);
          }}
        />
      )}
    </section>
  );
}

/** The requested fapiao, and when it was issued. */
function Summary({ request }: { request: FapiaoRequest }) {
  const { t } = useLingui();
  const { momentDate } = useTimestampFormat();
  const names = useTypeNames();
  const asked = momentDate(request.requested_at);
  const issued = request.issued_at ? momentDate(request.issued_at) : '';
  const rows: [string, string][] = [
    [t`Type`, names[request.type]],
    [t`Business name`, request.business_name],
    [t`Unified social credit code`, request.tax_id],
    [t`Registered address`, request.registered_address],
    [t`Registered telephone`, request.registered_phone],
    [t`Bank`, request.bank_name],
    [t`Bank account`, request.bank_account],
    [t`Fapiao number`, request.number],
  ];
  const isAsked = request.type !== 'none';
  return (
    <>
      <dl className={styles.rows}>
        {rows
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {isAsked && (
        <p className="small">
          {issued
            ? `${t`Issued on ${issued}.`} ${request.number}`
            : t`Asked for on ${asked}. We write to you when it is issued.`}
        </p>
      )}
    </>
  );
}
