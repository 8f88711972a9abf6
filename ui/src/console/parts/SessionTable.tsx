/** Where somebody is signed in, each with a button that ends it. */

import { useLingui } from '@lingui/react/macro';
import type { SessionItem } from '../api/types';
import { Button } from './Button';
import { Badge } from './Feedback';
import table from './Table.module.css';
import { useFormat } from './text';

interface Props {
  items: SessionItem[];
  isPending: (id: number) => boolean;
  onEnd: (session: SessionItem) => void;
}

export function SessionTable({ items, isPending, onEnd }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t`Device`}</th>
          <th scope="col">{t`Signed in since`}</th>
          <th scope="col">{t`Last active`}</th>
          <th scope="col">{t`Network`}</th>
          <th scope="col" className={table.end}>
            <span className="visually-hidden">{t`Actions`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((session) => {
          const { id, is_current, created_at, seen_at, browser, network } = session;
          return (
            <tr key={id}>
              <th scope="row">{browser || t`Unknown browser`}</th>
              <td data-label={t`Signed in since`}>{format.time(created_at)}</td>
              <td data-label={t`Last active`}>{format.ago(seen_at)}</td>
              <td data-label={t`Network`}>
                <code>{network}</code>
              </td>
              <td className={table.end}>
                {is_current ? (
                  <Badge tone="success">{t`This device`}</Badge>
                ) : (
                  <Button
                    small
                    data-row=""
                    aria-label={t`End the session on ${browser}`}
                    isPending={isPending(id)}
                    onPress={() => onEnd(session)}
                  >
                    {t`End`}
                  </Button>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
