/** A table of the span; each can be saved as a file. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { asApiError } from '../../api/client';
import { exportFigures, useFiguresTable } from '../../api/figures';
import { addressOf, save } from '../../api/files';
import { useMay } from '../../api/queries';
import type {
  FiguresCell,
  FiguresFile,
  FiguresFormat,
  FiguresMissingRate,
  FiguresSpan,
  FiguresTableKind,
} from '../../api/types';
import { Button } from '../../parts/Button';
import { EmptyState, LoadError, Notice, Skeleton } from '../../parts/Feedback';
import tabs from '../../parts/Tabs.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './FiguresScreen.module.css';
import { TABLES, useTableWords } from './tableWords';

interface FiguresTableProps {
  kind: FiguresTableKind;
  span: FiguresSpan;
  isAsked: boolean;
  /** The address of another table. */
  linkTo: (kind: FiguresTableKind) => string;
}

export function FiguresTable({ kind, span, isAsked, linkTo }: FiguresTableProps) {
  const { t } = useLingui();
  const words = useTableWords();
  const { data, error, refetch, isPlaceholderData } = useFiguresTable(kind, span, isAsked);
  const show = useCells();
  const nav = useRef<HTMLElement>(null);
  // On a phone the open one may lie outside of the line.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another table is the open one.
  useEffect(() => {
    const line = nav.current;
    const open = line?.querySelector<HTMLElement>('[aria-current]');
    if (line && open) line.scrollLeft = open.offsetLeft - (line.clientWidth - open.offsetWidth) / 2;
  }, [kind]);
  const format = useFormat();
  const rest = data ? data.count - data.rows.length : 0;
  const days = data && kind === 'oss' ? format.days(data.span.from, data.span.to) : '';
  return (
    <section className={styles.tables} aria-labelledby="figures-table">
      <h2 id="figures-table">{t`Tables`}</h2>
      <nav ref={nav} className={tabs.links} aria-label={t`Tables of figures`}>
        {TABLES.map((one) => (
          <Link key={one} href={linkTo(one)} aria-current={one === kind ? 'page' : undefined}>
            {words(one).name}
          </Link>
        ))}
      </nav>
      <div className={styles.tableHead}>
        <div>
          <h3>{words(kind).name}</h3>
          <p>
            {days && <b>{days}. </b>}
            {words(kind).note}
          </p>
        </div>
        <Files kind={kind} span={span} name={words(kind).name} isDisabled={!data || data.count === 0} />
      </div>
      {error && !data && isAsked && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data?.count === 0 && <EmptyState title={t`Nothing in these days`} />}
      {data && data.missing_rates.length > 0 && <MissingRates rates={data.missing_rates} />}
      {data && data.count > 0 && (
        <section
          className={styles.scroll}
          data-stale={isPlaceholderData ? '' : undefined}
          aria-label={words(kind).name}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what is too wide is scrolled by the keyboard, too.
          tabIndex={0}
        >
          <table className={styles.table}>
            <thead>
              <tr>
                {data.columns.map(({ key, heading, format: of }) => (
                  <th key={key} scope="col" className={isNumber(of) ? styles.end : undefined}>
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row, at) => (
                <tr key={at}>
                  {data.columns.map(({ key, format: of }, place) => {
                    const text = show(row[place] ?? null, of);
                    return place === 0 ? (
                      <th key={key} scope="row">
                        {text}
                      </th>
                    ) : (
                      <td
                        key={key}
                        className={isNumber(of) ? styles.end : key === 'name' ? styles.text : undefined}
                        data-zero={Number(row[place]) === 0 && isNumber(of) ? '' : undefined}
                      >
                        {text}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
            {data.totals.length > 0 && (
              <tfoot>
                <tr>
                  {data.columns.map(({ key, format: of }, place) =>
                    place === 0 ? (
                      <th key={key} scope="row">
                        {t({ context: 'figures', message: 'Total' })}
                      </th>
                    ) : (
                      <td key={key} className={isNumber(of) ? styles.end : undefined}>
                        {data.totals[place] !== null && show(data.totals[place] ?? null, of)}
                      </td>
                    ),
                  )}
                </tr>
              </tfoot>
            )}
          </table>
        </section>
      )}
      {rest > 0 && (
        <p className={styles.rest}>
          {plural(rest, {
            one: 'One more row is in the file; the total counts it.',
            other: '# more rows are in the file; the total counts them.',
          })}
        </p>
      )}
    </section>
  );
}

const isNumber = (format: FiguresFormat) => format === 'count' || format === 'amount' || format === 'percent';

function useCells() {
  const format = useFormat();
  return (cell: FiguresCell, of: FiguresFormat): string => {
    if (cell === null || cell === '') return '–';
    switch (of) {
      case 'day':
        return format.day(String(cell));
      case 'month':
        return format.month(String(cell));
      case 'count':
        return format.number(Number(cell));
      case 'amount':
        return format.amount(String(cell));
      case 'percent':
        return format.decimal(Number(cell));
      case 'text':
        return String(cell);
    }
  };
}

function Files({
  kind,
  span,
  name,
  isDisabled,
}: {
  kind: FiguresTableKind;
  span: FiguresSpan;
  name: string;
  isDisabled: boolean;
}) {
  const { t } = useLingui();
  const say = useMessageText();
  const [busy, setBusy] = useState<FiguresFile>();
  async function write(format: FiguresFile) {
    setBusy(format);
    try {
      const document = await exportFigures({ kind, span, format });
      save(document, addressOf(document));
    } catch (error) {
      toast(say(asApiError(error)));
    } finally {
      setBusy(undefined);
    }
  }
  return (
    <div className={styles.files}>
      <Button
        small
        icon="download"
        isDisabled={isDisabled}
        isPending={busy === 'xlsx'}
        onPress={() => void write('xlsx')}
        aria-label={t`Excel: ${name}`}
      >
        Excel
      </Button>
      <Button
        small
        icon="download"
        isDisabled={isDisabled}
        isPending={busy === 'csv'}
        onPress={() => void write('csv')}
        aria-label={t`CSV: ${name}`}
      >
        CSV
      </Button>
    </div>
  );
}

/** Without these rates of the European Central Bank, amounts are left open, and so are the sums. */
function MissingRates({ rates }: { rates: FiguresMissingRate[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const mayEnter = useMay('settings_change');
  const named = rates.map(({ currency, day }) => `${currency} (${format.day(day)})`).join(', ');
  return (
    <Notice tone="warning" title={t`Exchange rates are missing: ${named}`}>
      <Trans>
        The return is complete once the European Central Bank’s rates of these days are entered. Until then those
        amounts and the totals stay empty.
      </Trans>{' '}
      {mayEnter && (
        <Link href={`/settings/currencies?quarter=${rates[0]?.quarter ?? ''}#ecb-rates`}>{t`Enter the rates`}</Link>
      )}
    </Notice>
  );
}
