/** Step 1: order, name, and the goods when the order is known. No reason is asked. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { WithdrawnOrder } from '../../api/types';
import { urls } from '../../domain/urls';
import { PostForm } from '../../layout/PostForm';
import { Button } from '../../parts/Button';
import { Checkbox } from '../../parts/Checkbox';
import { EmailField } from '../../parts/EmailField';
import { ErrorSummary } from '../../parts/ErrorSummary';
import { Notice, Skeleton } from '../../parts/Feedback';
import { Field, FieldError, SelectField } from '../../parts/Field';
import frame from '../../parts/FieldFrame.module.css';
import { HelpLink } from '../../parts/HelpLink';
import { Link } from '../../parts/Link';
import { useFormat, useMessageText } from '../../state/i18n';
import { useLang } from '../../state/site';
import type { Form } from '../../state/useForm';
import type { FormSubmit } from '../../state/useFormSubmit';
import { NAME_MAX, type Values } from './statement';
import styles from './WithdrawScreen.module.css';

interface StatementFormProps {
  title: string;
  form: Form<Values>;
  sending: FormSubmit<Values>;
  order: WithdrawnOrder | null;
  /** The order is loading: reserve space for its items. */
  awaits: boolean;
  /** Of the mailed link; empty without one. */
  token: string;
}

export function StatementForm({ title, form, sending, order, awaits, token }: StatementFormProps) {
  const { t } = useLingui();
  const lang = useLang();
  const say = useMessageText();
  const format = useFormat();
  const { errors, failure, text, busy } = sending;
  const lastDay = order?.last_day ? format.date(order.last_day) : '';
  return (
    <div className={`wrap ${styles.screen}`}>
      <ErrorSummary errors={errors} submitCount={form.submitCount} />
      <header className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={styles.text}>
          <Trans>
            You have 14 days from delivery to withdraw from your purchase, without giving a reason. Tell us here which
            order it is; you read your statement once more before it counts. How goods come back to us:{' '}
            <Link href={urls.help(lang, 'returns')}>returns</Link>
          </Trans>
        </p>
        {lastDay && <p>{t`For this order the period ends on ${lastDay}.`}</p>}
      </header>
      <PostForm call="order/withdraw" className={styles.form} onSubmit={sending.submit}>
        {token && <input type="hidden" name="token" value={token} />}
        <Field
          {...text('order_number')}
          label={t`Order number`}
          hint={t`It stands in our confirmation, for instance 2026-000123.`}
          required
          width="short"
          maxLength={40}
        />
        <Field {...text('name')} label={t`Your name`} required autoComplete="name" maxLength={NAME_MAX} />
        <EmailField {...text('email')} hint={t`The receipt goes to this address.`} autoComplete="email" />
        {awaits && (
          <div className={styles.awaited}>
            <Skeleton lines={3} />
          </div>
        )}
        {order && form.values.pieces.length > 0 && <ItemQuantities form={form} order={order} />}
        <Field
          {...text('message')}
          label={order ? t`Anything you want to add` : t`Only part of the order? Name the items here`}
          rows={4}
        />
        {failure && <Notice tone="error" alert title={say(failure)} />}
        <div className={styles.send}>
          <Button type="submit" busy={busy} busyLabel={t`One moment…`}>{t`Continue`}</Button>
          <p className="legal">
            <Trans>
              What we do with your details: <HelpLink page="privacy-statement">privacy statement</HelpLink>
            </Trans>
          </p>
        </div>
      </PostForm>
    </div>
  );
}

/** Items and quantities. */
function ItemQuantities({ form, order }: { form: Form<Values>; order: WithdrawnOrder }) {
  const { t } = useLingui();
  const say = useMessageText();
  const { pieces } = form.values;
  const problem = form.problems.pieces;
  const set = (at: number, qty: number) =>
    form.set(
      'pieces',
      pieces.map((now, place) => (place === at ? qty : now)),
    );
  return (
    <fieldset
      id="withdraw-pieces"
      className={frame.field}
      aria-describedby={problem ? 'withdraw-pieces-error' : undefined}
    >
      <legend className={frame.label}>{t`What you withdraw from`}</legend>
      <ul className={styles.pieces}>
        {order.items.map((item, at) => {
          const { name } = item;
          const qty = pieces[at] ?? 0;
          return (
            <li key={item.sku}>
              <Checkbox id={`withdraw-piece-${at}`} checked={qty > 0} onChange={(on) => set(at, on ? item.qty : 0)}>
                {name}
              </Checkbox>
              {item.qty > 1 && qty > 0 && (
                <div className={styles.count}>
                  <SelectField
                    id={`withdraw-count-${at}`}
                    label={t`Quantity of ${name}`}
                    unmarked
                    value={String(qty)}
                    onChange={(value) => set(at, Number(value))}
                    options={Array.from({ length: item.qty }, (_, n) => ({
                      value: String(n + 1),
                      label: String(n + 1),
                    }))}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {problem && <FieldError id="withdraw-pieces-error">{say(problem)}</FieldError>}
    </fieldset>
  );
}
