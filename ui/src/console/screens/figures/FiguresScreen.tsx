/** What the house has earned, in any span against any other. All choices are in the address. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { useOverview } from '../../api/figures';
import type { FiguresSpan, FiguresTableKind, Message } from '../../api/types';
import { LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Page } from '../../parts/Page';
import { useFormat } from '../../parts/text';
import { AccountantsMonth } from './AccountantsMonth';
import { Chart } from './Chart';
import styles from './FiguresScreen.module.css';
import { FiguresTable } from './FiguresTable';
import { SpanChooser } from './SpanChooser';
import { Sums } from './Sums';
import { AGAINST, type Against, before, isDay, PRESETS, type Preset, spanOf, yearBefore } from './spans';
import { isTable } from './tableWords';

/** What the address says; what it does not say is as usual. */
function read(params: URLSearchParams, today: string) {
  const text = (name: string) => params.get(name) ?? '';
  const chosen = text('span');
  const preset: Preset | 'own' = chosen === 'own' ? 'own' : (PRESETS.find((one) => one === chosen) ?? 'last_30');
  const usual = spanOf(preset === 'own' ? 'last_30' : preset, today);
  const day = (name: string, otherwise: string) => (isDay(text(name)) ? text(name) : otherwise);
  const span: FiguresSpan = preset === 'own' ? { from: day('from', usual.from), to: day('to', usual.to) } : usual;
  const against: Against = AGAINST.find((one) => one === text('against')) ?? 'before';
  const earlier = against === 'year' ? yearBefore(span) : before(span, preset);
  const other: FiguresSpan | undefined =
    against === 'none'
      ? undefined
      : against === 'own'
        ? { from: day('from_before', earlier.from), to: day('to_before', earlier.to) }
        : earlier;
  const table = text('table');
  return { preset, span, against, other, table: isTable(table) ? table : 'revenue' };
}

const NONE: Record<string, Message> = {};

export default function FiguresScreen() {
  const { t } = useLingui();
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const today = format.dayOf(Date.now());
  const { preset, span, against, other, table } = useMemo(() => read(params, today), [params, today]);
  const { data, error, refetch, isPlaceholderData } = useOverview(span, other);
  const problems = error?.fields ?? NONE;
  const hasProblem = Object.keys(problems).length > 0;

  const change = (values: Record<string, string>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(values)) next.set(name, value);
        if (next.get('span') !== 'own') for (const name of ['from', 'to']) next.delete(name);
        if (next.get('against') !== 'own') for (const name of ['from_before', 'to_before']) next.delete(name);
        return next;
      },
      // Typing a date is one step back, not eight.
      { replace: !('span' in values) && !('against' in values) },
    );
  const linkTo = (kind: FiguresTableKind) => {
    const next = new URLSearchParams(params);
    next.set('table', kind);
    return `/figures?${next}`;
  };
  const since = data?.visits_since ?? undefined;
  const hasVisits = since !== undefined && since <= span.to;
  const hasEarlierVisits = since !== undefined && other !== undefined && since <= other.from;
  const firstDay = since && format.day(since);
  return (
    <Page
      title={t({ context: 'screen', message: 'Figures' })}
      lead={t`Revenue, orders, VAT and visits for any period, compared with another. Every table can be saved for Excel or as CSV.`}
    >
      <SpanChooser preset={preset} against={against} span={span} other={other} problems={problems} onChange={change} />
      {error && !hasProblem && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data && !hasProblem && (
        <div className={styles.overview} data-stale={isPlaceholderData ? '' : undefined}>
          <Sums
            sums={data.span}
            against={data.against ?? undefined}
            hasVisits={hasVisits}
            hasEarlierVisits={hasEarlierVisits}
          />
          <Chart periods={data.span.periods} against={data.against?.periods} />
          {since && since > span.from && hasVisits && (
            <Notice>
              <Trans>Visits have been counted since {firstDay}; those of earlier days are missing here.</Trans>
            </Notice>
          )}
        </div>
      )}
      <FiguresTable kind={table} span={span} isAsked={!hasProblem} linkTo={linkTo} />
      <AccountantsMonth today={today} />
    </Page>
  );
}
