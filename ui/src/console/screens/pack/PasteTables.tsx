/** Pasted lines: as they were checked, and as they were sent. */

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Badge } from '../../parts/Feedback';
import table from '../../parts/Table.module.css';
import { useMessageText } from '../../parts/text';
import styles from './PackScreen.module.css';
import { MOST, type Pasted, type Problem } from './tracking';
import type { Shipment } from './useShipAll';

function useProblemWords() {
  const { t } = useLingui();
  return (problem: Problem): string => {
    switch (problem.kind) {
      case 'no_number':
        return t`Does not begin with the number of an order`;
      case 'no_tracking':
        return t`The tracking number is missing`;
      case 'too_long':
        return t`The tracking number has more than ${MOST} characters`;
      case 'unknown':
        return t`Not among the orders to pack`;
      case 'pending':
        return t`Is about to be shipped already`;
      case 'order_twice': {
        const { row } = problem;
        return t`The same order as in row ${row}`;
      }
      case 'parcel_twice': {
        const { row } = problem;
        return t`The same tracking number as in row ${row}, for somebody else`;
      }
    }
  };
}

export function Checked({ rows }: { rows: Pasted[] }) {
  const { t } = useLingui();
  const words = useProblemWords();
  return (
    <Rows
      rows={rows}
      outcome={({ problem }) =>
        problem ? <Badge tone="error">{words(problem)}</Badge> : <Badge tone="success">{t`Can be shipped`}</Badge>
      }
    />
  );
}

export function Progress({ shipments }: { shipments: Shipment[] }) {
  const { t } = useLingui();
  const say = useMessageText();
  return (
    <Rows
      rows={shipments}
      outcome={({ state, error }) => {
        if (error) return <Badge tone="error">{say(error)}</Badge>;
        if (state === 'asked') return <Badge tone="success">{t`Leaves in ten seconds`}</Badge>;
        return <Badge tone="neutral">{t`Waits`}</Badge>;
      }}
    />
  );
}

function Rows<R extends Pasted>({ rows, outcome }: { rows: R[]; outcome: (row: R) => ReactNode }) {
  const { t } = useLingui();
  return (
    <table className={`${table.table} ${styles.pasted}`}>
      <thead>
        <tr>
          <th scope="col" className={table.end}>{t`Row`}</th>
          <th scope="col">{t`Order`}</th>
          <th scope="col">{t`Recipient`}</th>
          <th scope="col">{t`Tracking number`}</th>
          <th scope="col">{t`Status`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.row}>
            <td className={`${table.end} ${styles.rowNumber}`}>{one.row}</td>
            <th scope="row" className={styles.pastedNumber}>
              {one.number}
            </th>
            <td className={styles.pastedTo}>
              {one.order && (
                <>
                  {one.order.name}
                  <span className={table.quiet}>{one.order.carrier}</span>
                </>
              )}
            </td>
            <td className={styles.tracking}>{one.tracking}</td>
            <td className={styles.outcome}>{outcome(one)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
