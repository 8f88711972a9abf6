/**
 * Payment page of the demo mode: stands in for an external payment provider, and says so. A complete document without
 * script; its form decides the outcome.
 */

import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { renderToString } from 'react-dom/server';
import type { Amount, Currency, Lang } from '../api/types';
import * as format from '../domain/format';
import { LOCALES } from '../domain/urls';

export interface DemoPaymentInput {
  lang: Lang;
  brand: string;
  payment: {
    reference: string;
    /** Purpose of the payment. */
    label: string;
    amount: Amount;
    currency: Currency;
    /** Whether the payment is still open. */
    is_open: boolean;
    return_url: string;
  };
}

export function renderDemoPayment(input: DemoPaymentInput, i18n: I18n): { html: string } {
  const { lang, payment } = input;
  const title = i18n._(msg`Demonstration of a payment`);
  const amount = format.money(lang, payment.amount, payment.currency);
  const choices = [
    {
      code: 'succeed',
      label: i18n._(msg`Pay`),
      note: i18n._(msg`The payment succeeds.`),
    },
    {
      code: 'decline',
      label: i18n._(msg`Decline`),
      note: i18n._(msg`The bank declines the card.`),
    },
    {
      code: 'cancel',
      label: i18n._(msg`Cancel`),
      note: i18n._(msg`You go back without paying.`),
    },
    {
      code: 'hang',
      label: i18n._(msg`Time out`),
      note: i18n._(msg`The payment service gives no answer for ten minutes; then the payment has been made.`),
    },
    {
      code: 'uncertain',
      label: i18n._(msg`Leave uncertain`),
      note: i18n._(msg`The payment service cannot say for ten minutes whether money has moved; then it has not.`),
    },
  ];
  const html = renderToString(
    <html lang={LOCALES[lang]}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="stylesheet" href="/demo/pay/style.css" />
      </head>
      <body>
        <main>
          <p className="mark">{i18n._(msg`Demonstration: no money moves, and no card is asked for.`)}</p>
          <h1>{title}</h1>
          <dl>
            <dt>{i18n._(msg`For`)}</dt>
            <dd>{payment.label}</dd>
            <dt>{i18n._(msg`Amount`)}</dt>
            <dd className="amount">{amount}</dd>
          </dl>
          {payment.is_open ? (
            <form method="post" action={`/demo/pay/${payment.reference}`}>
              <h2>{i18n._(msg`What should happen?`)}</h2>
              {choices.map(({ code, label, note }) => (
                <div className="choice" key={code}>
                  <button type="submit" name="choice" value={code} aria-describedby={`note-${code}`}>
                    {label}
                  </button>
                  <p id={`note-${code}`}>{note}</p>
                </div>
              ))}
            </form>
          ) : (
            <>
              <p>{i18n._(msg`This payment is decided, or its time is over.`)}</p>
              <p>
                <a href={payment.return_url}>{i18n._(msg`Back to the shop`)}</a>
              </p>
            </>
          )}
        </main>
      </body>
    </html>,
  );
  if (!html) throw new Error('rendered nothing');
  return { html: `<!doctype html>${html}` };
}
