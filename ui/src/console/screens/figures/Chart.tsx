/**
 * Revenue by day or month, with the span that it is compared with behind it. Arrow keys, Home and End move over its days, which are
 * read out. The table of revenue says the same in numbers.
 */

import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { FiguresPeriod } from '../../api/types';
import { cents, ratio } from '../../parts/amount';
import { useFormat } from '../../parts/text';
import styles from './FiguresScreen.module.css';

const HEIGHT = 220;
/** Room for the longest amount beside the lines. */
const AXIS = 76;

interface ChartProps {
  periods: readonly FiguresPeriod[];
  /** In the same order; its days are others. */
  against: readonly FiguresPeriod[] | undefined;
}

export function Chart({ periods, against }: ChartProps) {
  const { t } = useLingui();
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<uPlot>(undefined);
  const [shown, setShown] = useState<number>();
  const name = (period: string) => (period.length === 7 ? format.month(period) : format.day(period));
  const money = (amount: string | undefined) => format.money(amount ?? '0', 'EUR');
  // Days are not compared with months.
  const earlierPeriods = against?.[0]?.period.length === periods[0]?.period.length ? against : undefined;

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const color = (token: string) => getComputedStyle(element).getPropertyValue(token).trim();
    const font = `12px ${getComputedStyle(element).fontFamily}`;
    const euros = (of: readonly FiguresPeriod[] | undefined) =>
      periods.map((_, at) => (of?.[at] ? cents(of[at].gross) / 100 : null));
    const axis = { stroke: color('--color-text-secondary'), font, ticks: { show: false } };
    // Of a few days no line is drawn.
    const isShort = periods.length <= 3;
    const grid = { stroke: color('--color-border-subtle'), width: 1 };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
        scales: {
          x: { time: false, ...(isShort && { range: [-0.5, periods.length - 0.5] }) },
          y: { range: (_, low, high) => [Math.min(0, low), Math.max(high * 1.05, 1)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            space: 90,
            size: 28,
            incrs: [1, 2, 5, 10, 20, 30, 60],
            values: (_, splits) => splits.map((at) => periodLabel(periods[at]?.period, format)),
          },
          { ...axis, grid, size: AXIS, values: (_, splits) => splits.map((value) => format.number(value)) },
        ],
        series: [
          {},
          { stroke: color('--color-border'), width: 1.5, dash: [4, 4], points: { show: false } },
          {
            stroke: color('--color-accent'),
            width: 2,
            fill: color('--color-surface'),
            points: { show: false },
            ...(isShort && { paths: uPlot.paths.bars?.({ size: [0.4, 80] }) }),
          },
        ],
        hooks: { setCursor: [({ cursor }) => setShown(cursor.idx ?? undefined)] },
      },
      [periods.map((_, at) => at), euros(earlierPeriods), euros(periods)],
      element,
    );
    drawn.current = plot;
    const point = ({ touches: [touch] }: TouchEvent) => {
      const { left, top } = plot.over.getBoundingClientRect();
      if (touch) plot.setCursor({ left: touch.clientX - left, top: touch.clientY - top });
    };
    plot.over.addEventListener('touchstart', point, { passive: true });
    plot.over.addEventListener('touchmove', point, { passive: true });
    const watch = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      drawn.current = undefined;
      plot.destroy();
    };
  }, [periods, earlierPeriods, format]);

  const at = shown === undefined ? undefined : periods[shown];
  const earlier = shown === undefined ? undefined : earlierPeriods?.[shown];
  const change = at && earlier ? ratio(cents(at.gross), cents(earlier.gross)) : undefined;
  const told = (place: number) => {
    const [one, other] = [periods[place], earlierPeriods?.[place]];
    if (!one) return '';
    const words = [`${name(one.period)}: ${money(one.gross)}`, other && `${name(other.period)}: ${money(other.gross)}`];
    return words.filter(Boolean).join('; ');
  };
  const last = periods.length - 1;
  const now = Math.min(shown ?? last, last);
  const press = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: shown === undefined ? last : now - 1,
      ArrowRight: shown === undefined ? 0 : now + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const place = Math.max(0, Math.min(to, last));
    // The plot's cursor follows, and says in turn which one is shown.
    drawn.current?.setCursor({ left: drawn.current.valToPos(place, 'x'), top: 0 });
    setShown(place);
  };
  return (
    <div className={styles.chart}>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={t`Revenue over time; arrow keys move over it.`}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={periods.length}
        aria-valuenow={now + 1}
        aria-valuetext={told(now)}
        onKeyDown={press}
      />
      <p className={styles.readout} aria-hidden="true">
        {at ? (
          <>
            <b>
              {name(at.period)}: {money(at.gross)}
            </b>
            {earlier && (
              <span>
                {name(earlier.period)}: {money(earlier.gross)}
                {change !== undefined && `, ${format.change(change)}`}
              </span>
            )}
          </>
        ) : (
          <span>{t`Revenue incl. VAT. Point at the chart, or use the arrow keys, for its numbers.`}</span>
        )}
      </p>
    </div>
  );
}

function periodLabel(period: string | undefined, format: ReturnType<typeof useFormat>): string {
  if (!period) return '';
  return period.length === 7 ? format.shortMonth(period) : format.shortDay(period);
}
