/** Who has changed what of rates and days, newest first. */

import { useLingui } from '@lingui/react/macro';
import { useTariffHistory } from '../api/tariffs';
import type { TariffChange, TariffKind } from '../api/types';
import { Button } from './Button';
import { useOrderNames } from './orderNames';
import { Section } from './Page';
import table from './Table.module.css';
import { useFormat } from './text';

interface Props {
  kind: TariffKind;
  /** What was changed, in words. */
  thing: (thing: string) => string;
  /** What it was, or became. */
  value: (value: unknown) => string;
  /** Leads back to what was before; absent where nothing does. */
  back?: (change: TariffChange) => (() => void) | undefined;
}

export function TariffHistory({ kind, thing, value, back }: Props) {
  const { t } = useLingui();
  const { data } = useTariffHistory(kind);
  if (!data || data.changes.length === 0) return null;
  return (
    <Section id="tariff-history" title={t`What was changed`} isOpen>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t`What`}</th>
            <th scope="col">{t`Before`}</th>
            <th scope="col">{t`After`}</th>
            <th scope="col">{t`By`}</th>
            {back && (
              <th scope="col" className={table.end}>
                <span className="visually-hidden">{t`Actions`}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {data.changes.map((change) => (
            <Row key={change.id} change={change} thing={thing} value={value} back={back} />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Row({ change, thing, value, back }: { change: TariffChange } & Omit<Props, 'kind'>) {
  const { t } = useLingui();
  const format = useFormat();
  const orders = useOrderNames();
  const text = (of: unknown) => (of === null ? '–' : value(of));
  const goBack = back?.(change);
  return (
    <tr>
      <th scope="row">
        {thing(change.thing)}
        <span className={table.quiet}>{format.time(Date.parse(change.at))}</span>
      </th>
      <td data-label={t`Before`}>{text(change.before)}</td>
      <td data-label={t`After`}>{text(change.after)}</td>
      <td data-label={t`By`} className={table.person}>
        {change.by ?? orders.actor(change.actor)}
      </td>
      {back && (
        <td className={table.end}>
          {goBack && (
            <Button small aria-label={t`Put back: ${thing(change.thing)}`} onPress={goBack}>
              {t`Put back`}
            </Button>
          )}
        </td>
      )}
    </tr>
  );
}
