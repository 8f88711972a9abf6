/**
 * Withdrawal function (Directive 2011/83/EU art. 11a; experience.md §3): statement, review and confirmation without a
 * login, then the receipt with date and time. Links with a token prefill the order.
 */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { type ApiError, call, readCookie } from '../../api/client';
import type { WithdrawalView, WithdrawnOrder } from '../../api/types';
import { fullName } from '../../domain/personName';
import { queryValue } from '../../domain/urls';
import { useCaptcha } from '../../layout/Captcha';
import { pushOverlay } from '../../state/history';
import { useNotify } from '../../state/notify';
import { focusHeading, usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useKeptForm, useSentForm } from '../../state/site';
import { useForm, withSent } from '../../state/useForm';
import { useFormSubmit } from '../../state/useFormSubmit';
import { Receipt } from './Receipt';
import { Review } from './Review';
import { StatementForm } from './StatementForm';
import { argsOf, check, EMPTY, NAMES, type Values } from './statement';

const idOf = (name: keyof Values) => `withdraw-${name.replace('_', '-')}`;

export default function WithdrawScreen({ search }: ScreenProps) {
  const { t } = useLingui();
  const token = queryValue(search, 'token');
  const number = queryValue(search, 'order_number');
  const sent = useSentForm('order/withdraw');
  const kept = useKeptForm('order/withdraw');
  const form = useForm<Values>(withSent({ ...EMPTY, order_number: number }, sent ?? kept), check, sent);
  const [order, setOrder] = useState<WithdrawnOrder | null>(null);
  // Without scripts the answer came with the page, and 'Change' leads back to the form.
  const [statement, setStatement] = useState(() =>
    kept && !kept.values.change ? (kept.answer as WithdrawalView) : null,
  );
  const [busy, setBusy] = useState(false);
  const notify = useNotify();
  const [failure, setFailure] = useState<ApiError>();
  const isSending = useRef(false);
  const captcha = useCaptcha('withdraw');
  const items = order?.items ?? [];
  const step = statement?.step ?? 'form';

  const awaits = usePrefill(token, number, (known) => {
    form.reset({
      ...form.values,
      order_number: form.values.order_number || known.order_number,
      name: form.values.name || known.name,
      email: form.values.email || known.email,
      pieces: known.order?.items.map((item) => item.qty) ?? [],
    });
    setOrder(known.order ?? null);
  });

  const sending = useFormSubmit({
    form,
    names: NAMES,
    idOf,
    sent,
    async send(values) {
      const answer = await call('order/withdraw', argsOf(values, items, token, false));
      // Another order number means other items.
      if (!answer.order) setOrder(null);
      setFailure(undefined);
      showReview(answer, argsOf(values, answer.order ? items : [], token, true));
    },
  });

  // Back leads from step 2 to step 1, and Forward to step 2 again while it shows what would be sent.
  const leave = useRef<(() => void) | null>(() => {});
  const current = useRef('');
  current.current = step === 'received' ? '' : JSON.stringify(argsOf(form.values, items, token, true));
  const showReview = (review: WithdrawalView, args: object) => {
    if (!leave.current) return;
    const shown = JSON.stringify(args);
    setStatement(review);
    leave.current = pushOverlay(
      () => setStatement(null),
      () => {
        if (current.current !== shown) return false;
        setStatement(review);
        return true;
      },
    );
  };
  const change = () => {
    leave.current?.();
    setStatement(null);
  };
  useEffect(
    () => () => {
      leave.current?.();
      leave.current = null;
    },
    [],
  );

  const confirm = async () => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      const args = argsOf(form.values, items, token, true);
      // A withdrawal needs no security check; one by the browser itself lets a receipt go to an address that we do not know.
      setStatement(await captcha.submitAnyway((value) => call('order/withdraw', { ...args, captcha: value })));
      leave.current?.();
      notify.success({ id: 'withdrawal.received' });
    } catch (reason) {
      setFailure(notify.refusal(reason));
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };

  const isReview = step === 'review';
  useEffect(() => {
    if (isReview) captcha.start();
  }, [isReview, captcha]);

  // Focus the heading of each step.
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    focusHeading();
  }, [step]);

  const titles = {
    form: t`Withdraw from contract`,
    review: t`Please check your withdrawal`,
    received: t`We have received your withdrawal`,
  };
  const title = titles[step];
  usePage({ title, noindex: true, hasErrors: sending.errors.length > 0 && step === 'form' });

  if (statement && step === 'received') return <Receipt title={title} of={statement} />;
  if (statement) {
    return (
      <Review
        title={title}
        of={statement}
        busy={busy}
        failure={failure}
        onConfirm={() => void confirm()}
        onChange={change}
        token={token}
      />
    );
  }
  return <StatementForm title={title} form={form} sending={sending} order={order} awaits={awaits} token={token} />;
}

/** Prefills the statement from the link or the login, after hydration: the page is cached. True while loading. */
function usePrefill(token: string, number: string, take: (known: WithdrawalView) => void): boolean {
  const [awaits, setAwaits] = useState(token !== '');
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    let isOpen = true;
    const ask = async () => {
      const blank = { items: [], message: '', confirm: false };
      if (token) return call('order/withdraw', { ...blank, token, order_number: '', name: '', email: '' });
      if (readCookie('isLogin') !== '1') return null;
      const { first_name, last_name, email } = await call('account/info', {});
      const name = fullName(first_name, last_name);
      if (number) return call('order/withdraw', { ...blank, token, order_number: number, name, email });
      return { order_number: '', name, email, order: null } as Pick<
        WithdrawalView,
        'order_number' | 'name' | 'email' | 'order'
      > as WithdrawalView;
    };
    ask().then(
      (known) => {
        setAwaits(false);
        if (isOpen && known) latest.current(known);
      },
      // An invalid link prefills nothing; the statement can still be made.
      () => setAwaits(false),
    );
    return () => {
      isOpen = false;
    };
  }, [token, number]);
  return awaits;
}
