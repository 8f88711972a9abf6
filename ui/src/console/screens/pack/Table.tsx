/** The table on which an order is packed. A scanner types a code and Enter; fingers tick lines. */

import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { asApiError } from '../../api/client';
import { makeReady, ship } from '../../api/packing';
import { useStore } from '../../api/store';
import type { PackOrder } from '../../api/types';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { announce } from '../../parts/liveRegion';
import { useMessageText } from '../../parts/text';
import { Line } from './Line';
import styles from './Packing.module.css';
import { ScanField } from './ScanField';
import { allTicked, isComplete, packed, scan, step, ticked } from './scan';
import { setTicks, ticksStore } from './ticks';
import { MOST } from './tracking';

interface Props {
  order: PackOrder;
  /** All that can be jumped to. */
  numbers: string[];
  isPending: boolean;
  onJump: (number: string) => void;
  onShipped: () => void;
}

/** What the last scan did. */
interface Said {
  text: string;
  isWrong: boolean;
  /** Tells two scans of the same code apart. */
  sequence: number;
}

export function Table({ order, numbers, isPending, onJump, onShipped }: Props) {
  const { t } = useLingui();
  const ticks = useStore(ticksStore)[order.number] ?? {};
  const [said, setSaid] = useState<Said>();
  const field = useRef<HTMLInputElement>(null);
  const tracking = useRef<HTMLInputElement>(null);
  const isFull = isComplete(order, ticks);
  const open = order.lines.reduce((sum, line) => sum + line.qty - ticked(line, ticks), 0);
  const tell = (text: string, isWrong = false) =>
    setSaid((before) => ({ text, isWrong, sequence: (before?.sequence ?? 0) + 1 }));

  // The next thing to scan is the parcel itself.
  useEffect(() => {
    if (isFull) tracking.current?.focus();
  }, [isFull]);

  const onScan = (code: string) => {
    const found = scan(code, order, ticks, numbers);
    switch (found.kind) {
      case 'order':
        if (found.number === order.number) tell(t`${code} is the order on the table.`);
        else onJump(found.number);
        return;
      case 'other_order':
        return tell(t`${code} is not to be packed.`, true);
      case 'wrong':
        return tell(t`${code} does not belong in this parcel.`, true);
      case 'too_many': {
        const { name, qty } = found.line;
        const all = t`${plural(qty, { one: 'The only one is in the parcel already', other: 'All # are in the parcel already' })}. Put this one back.`;
        return tell(t`${name}: ${all}`, true);
      }
      case 'piece': {
        const { name, qty: of } = found.line;
        const { qty } = found;
        setTicks(order.number, step(found.line, ticks, 1));
        return tell(t`${name}: ${qty} of ${of}`);
      }
    }
  };

  return (
    <div className={styles.table}>
      {isPending && (
        <Notice tone="info">
          <Trans>This parcel is about to leave. Undo it at the bottom of the page if something is wrong.</Trans>
        </Notice>
      )}
      <ScanField ref={field} onScan={onScan} />
      {/* Wrong ones interrupt what is being read; the sequence makes the same words be read again. */}
      <div role="alert">{said?.isWrong && <Words key={said.sequence} said={said} />}</div>
      <div role="status">{said && !said.isWrong && <Words key={said.sequence} said={said} />}</div>
      <ul className={styles.lines} aria-label={t`In the parcel`}>
        {order.lines.map((line) => (
          <Line
            key={line.position}
            line={line}
            qty={ticked(line, ticks)}
            onStep={(by, isByHand) => {
              setTicks(order.number, step(line, ticks, by));
              setSaid(undefined);
              // The scanner's Enter must not press the line again.
              if (isByHand) field.current?.focus();
            }}
          />
        ))}
      </ul>
      <p className={styles.foot}>
        <span>
          {isFull ? (
            <Trans>All pieces are in the parcel.</Trans>
          ) : (
            <Plural value={open} one="# piece left" other="# pieces left" />
          )}
        </span>
        {!isFull && (
          <Button
            small
            variant="quiet"
            onPress={() => {
              setTicks(order.number, allTicked(order));
              announce(t`All pieces are in the parcel.`);
            }}
          >{t`Tick all`}</Button>
        )}
        <Link href={`/orders/${order.number}`}>{t`Open the order`}</Link>
      </p>
      <Leave
        key={String(isPending)}
        order={order}
        isReady={isFull && !isPending}
        field={tracking}
        onShipped={onShipped}
      />
    </div>
  );
}

function Words({ said: { text, isWrong } }: { said: Said }) {
  return (
    <p className={styles.said} data-wrong={isWrong ? '' : undefined}>
      <Icon name={isWrong ? 'error' : 'success'} size={isWrong ? 32 : 20} />
      <span>{text}</span>
    </p>
  );
}

interface LeaveProps {
  order: PackOrder;
  isReady: boolean;
  field: { current: HTMLInputElement | null };
  onShipped: () => void;
}

function Leave({ order, isReady, field, onShipped }: LeaveProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const isCollected = order.shipping_method === 'pickup';
  const [tracking, setTracking] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !isReady) return;
    setBusy(true);
    setFailure(undefined);
    try {
      if (isCollected) await makeReady(order.number);
      else await ship(order.number, tracking.trim(), packed(order));
      onShipped();
    } catch (error) {
      setFailure(say(asApiError(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={styles.leave}
      noValidate
      data-ready={isReady ? '' : undefined}
      onSubmit={(event) => void submit(event)}
    >
      {failure && <Notice tone="error" isLive title={failure} />}
      {isCollected ? (
        <Button type="submit" variant="primary" icon="parcel" isDisabled={!isReady} isPending={isBusy}>
          {isBusy ? t`Sending…` : t`Ready for collection`}
        </Button>
      ) : (
        <>
          <label htmlFor="pack-tracking">{t`Tracking number`}</label>
          <div className={styles.ship}>
            <input
              ref={field}
              id="pack-tracking"
              className={styles.input}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck="false"
              maxLength={MOST}
              value={tracking}
              disabled={!isReady}
              onChange={(event) => setTracking(event.target.value)}
            />
            <Button type="submit" variant="primary" icon="truck" isDisabled={!isReady} isPending={isBusy}>
              {isBusy ? t`Sending…` : t`Ship`}
            </Button>
          </div>
        </>
      )}
      <p className={styles.hint}>
        {!isReady ? (
          <Trans>Ready once all pieces are in the parcel.</Trans>
        ) : isCollected ? (
          <Trans>The customer is told by email where and when to collect it. You can undo it for ten seconds.</Trans>
        ) : (
          <Trans>Scan or type it; it may stay empty. You can undo the shipping for ten seconds.</Trans>
        )}
      </p>
    </form>
  );
}
