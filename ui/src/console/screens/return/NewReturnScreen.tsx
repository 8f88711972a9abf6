/** Opens a return of an order: one that a customer has announced, or goods that came without a word. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { ask } from '../../api/deeds';
import { useOrder } from '../../api/orders';
import { useMay } from '../../api/queries';
import { useReturnCall, useReturnsOf } from '../../api/returns';
import type { OrderDetail, ReturnOrigin, ReturnReason } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { Chips } from '../../parts/Chips';
import { EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import { SelectField } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { TextAreaField } from '../../parts/MoreFields';
import { Page, Section } from '../../parts/Page';
import { PieceLines, usePiecesCheck } from '../../parts/PieceLines';
import { countedOf, type PieceLine, pieceLine, piecesUpTo } from '../../parts/pieces';
import { useReturnOrigins, useReturnReasons } from '../../parts/returnNames';
import { toast } from '../../parts/toasts';
import styles from './ReturnScreen.module.css';

export default function NewReturnScreen() {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const number = params.get('order') ?? '';
  const order = useOrder(number);
  const returns = useReturnsOf(number);
  const error = order.error ?? returns.error;
  return (
    <Page
      title={t`New return`}
      above={<Back to={`/orders/${number}`}>{number}</Back>}
      lead={t`Of goods that were sent and are in no other return.`}
    >
      {!error && !(order.data && returns.data) && <Skeleton rows={4} />}
      {error && <LoadError error={error} onRetry={() => void Promise.all([order.refetch(), returns.refetch()])} />}
      {!error && order.data && returns.data && <Ways order={order.data} of={returns.data} />}
    </Page>
  );
}

function Ways({ order, of }: { order: OrderDetail; of: NonNullable<ReturnType<typeof useReturnsOf>['data']> }) {
  const { t } = useLingui();
  const mayAnnounce = useMay('orders_change');
  const mayReceive = useMay('packing');
  const [isHere, setHere] = useState(!mayAnnounce);
  const out = (isHere ? of.receivable : of.announceable).flatMap(({ position, qty }) => {
    const line = order.lines.find((one) => one.position === position);
    return line ? [pieceLine(line, qty)] : [];
  });
  return (
    <>
      {mayAnnounce && mayReceive && (
        <Chips
          label={t`How it came about`}
          options={[
            { value: 'announced', label: t`It was announced` },
            { value: 'here', label: t`The goods are here already` },
          ]}
          chosen={[isHere ? 'here' : 'announced']}
          onChange={(chosen) => {
            if (chosen.includes(isHere ? 'announced' : 'here')) setHere(!isHere);
          }}
        />
      )}
      {out.length === 0 ? (
        <EmptyState
          title={t`Nothing of this order can come back`}
          actions={<Link href={`/orders/${order.number}`}>{t`To the order`}</Link>}
        >
          <Trans>What was sent is back already, or is in another return.</Trans>
        </EmptyState>
      ) : (
        <Opening key={String(isHere)} order={order} out={out} isHere={isHere} />
      )}
    </>
  );
}

/** The name in the form of why a line comes back. */
const reasonOf = ({ position }: { position: number }) => `reason_${position}`;

function Opening({ order, out, isHere }: { order: OrderDetail; out: PieceLine[]; isHere: boolean }) {
  const { t } = useLingui();
  const origins = useReturnOrigins();
  const [, navigate] = useLocation();
  const announce = useReturnCall('return/announce');
  const check = usePiecesCheck();
  const form = useForm<Record<string, string>>({
    id: 'opening',
    initial: {
      origin: 'telephone',
      note: '',
      ...Object.fromEntries(
        out.flatMap((line) => [
          [line.name, ''],
          [reasonOf(line), 'not_given'],
        ]),
      ),
    },
    check: (values) => check(out, values),
    send: async (values) => {
      const { number } = order;
      const counted = countedOf(out, values);
      const note = (values.note ?? '').trim();
      if (isHere) {
        await ask('return/arrive', { order_number: number, lines: counted, note }, number);
        navigate(`/orders/${number}`);
        return;
      }
      const lines = counted.map((line) => ({ ...line, reason: values[reasonOf(line)] as ReturnReason }));
      const made = await announce.mutateAsync({
        order_number: number,
        origin: values.origin as ReturnOrigin,
        lines,
        note,
      });
      const opened = made.number;
      toast(t`${opened} is announced.`);
      navigate(`/orders/returns/${opened}`);
    },
  });
  return (
    <Section id="opening-form" title={isHere ? t`Goods that are here` : t`Announced return`}>
      <Form form={form} label={isHere ? t`Goods that are here` : t`Announced return`}>
        <PieceLines
          id="opening"
          label={isHere ? t`Pieces that came back` : t`Pieces that come back`}
          lines={out}
          values={form.values}
          errors={form.errors}
          onChange={form.set}
          more={(line) => !isHere && hasPieces(line, form.values) && <Why line={line} form={form} />}
        />
        {!isHere && (
          <p className={styles.quiet}>
            <Trans>Why it comes back is what the customer says; nobody has to give a reason.</Trans>
          </p>
        )}
        {!isHere && (
          <SelectField
            id="opening-origin"
            label={t`How it was announced`}
            value={form.values.origin ?? ''}
            onChange={(value) => form.set('origin', value)}
            options={[
              { value: 'telephone', label: origins.telephone },
              { value: 'mail', label: origins.mail },
            ]}
            error={form.errors.origin}
          />
        )}
        <TextAreaField
          {...form.field('note')}
          value={form.values.note ?? ''}
          label={t`Note`}
          hint={t`For the house; at most 200 characters.`}
          optional
          rows={2}
        />
        {isHere && (
          <p className={styles.quiet}>
            <Trans>The customer gets a letter that the goods are here. You can undo this for ten seconds.</Trans>
          </p>
        )}
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Sending…` : isHere ? t`The goods are here` : t`Announce the return`}
          </Button>
        </Actions>
      </Form>
    </Section>
  );
}

const hasPieces = ({ name, most }: PieceLine, values: Record<string, string>) =>
  (piecesUpTo(values[name] ?? '', most) ?? 0) > 0;

/** Why a line comes back, once it does. */
function Why({ line, form }: { line: PieceLine; form: ReturnType<typeof useForm<Record<string, string>>> }) {
  const { t } = useLingui();
  const reasons = useReturnReasons();
  const name = reasonOf(line);
  const product = line.title;
  return (
    <SelectField
      id={`opening-${name}`}
      label={t`Reason: ${product}`}
      value={form.values[name] ?? ''}
      onChange={(value) => form.set(name, value)}
      options={Object.entries(reasons).map(([value, label]) => ({ value, label }))}
    />
  );
}
