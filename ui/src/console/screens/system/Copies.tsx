/** Copies of the database, and one more on demand. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSystemCall } from '../../api/system';
import type { SystemBackups, SystemState } from '../../api/types';
import { Button } from '../../parts/Button';
import { EmptyState, Notice } from '../../parts/Feedback';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { copiesState, originOf } from './health';
import { LastRestore } from './LastRestore';
import { Part } from './Part';
import { RestoreDialog } from './RestoreDialog';
import styles from './SystemScreen.module.css';

/** Copies that are shown at first. */
const FIRST = 5;

export function Copies({ state: { backups, restore } }: { state: SystemState }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<string>();
  const say = useMessageText();
  const { mutate, isPending, error } = useSystemCall('system/backup');
  const make = () => mutate({}, { onSuccess: () => toast(t`The copy is made and verified.`) });
  const { folder, items, is_nightly: isNightly } = backups;
  return (
    <Part
      id="copies"
      title={t`Copies of the database`}
      lead={
        isNightly
          ? t`One is made each night and verified. One made by hand takes the place of the last one made by hand.`
          : t`None is made at night: that is switched off in the configuration. One made by hand takes the place of the last one made by hand.`
      }
      actions={
        <Button icon="copies" isPending={isPending} onPress={make}>
          {isPending ? t`Copying…` : t`Make a copy now`}
        </Button>
      }
    >
      {isPending && (
        <div className={styles.progress} role="status">
          <span className={styles.stroke} aria-hidden="true" />
          <Trans>The database is being copied and verified. The shop stays open, and you can go on working.</Trans>
        </div>
      )}
      {error && !isPending && <Notice tone="error" isLive title={say(error)} />}
      {isNightly && copiesState(backups, Date.now()) === 'old' && (
        <Notice tone="warning" title={t`The last night’s copy is missing`}>
          <Trans>Make one now, and look below at what the job says.</Trans>
        </Notice>
      )}
      {restore && <LastRestore restore={restore} />}
      {items.length > 0 && <List items={items} onChoose={setChosen} />}
      {chosen && <RestoreDialog name={chosen} onClose={() => setChosen(undefined)} />}
      {items.length === 0 && !isPending && (
        <EmptyState title={t`There is no copy yet`}>
          {isNightly ? (
            <Trans>The first one is made in the coming night, or now if you wish.</Trans>
          ) : (
            <Trans>Make one now, and have the nightly ones switched on.</Trans>
          )}
        </EmptyState>
      )}
      <p className={styles.restore}>
        <Trans>
          The files lie on the machine, in <code>{folder}</code>. The pictures of the catalogue belong to them, and are
          stored once for all copies.
        </Trans>
      </p>
    </Part>
  );
}

interface ListProps {
  items: SystemBackups['items'];
  onChoose: (name: string) => void;
}

function List({ items, onChoose }: ListProps) {
  const { t } = useLingui();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const count = format.number(items.length);
  const origins = { by_hand: t`made by hand`, night: t`made at night`, restore: t`made before a restore` };
  return (
    <>
      <table className={`${table.table} ${styles.copies}`}>
        <thead>
          <tr>
            <th scope="col">{t`Made`}</th>
            <th scope="col">{t`File`}</th>
            <th scope="col">{t`Size`}</th>
            <th scope="col" className={table.end}>
              <span className="visually-hidden">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {(isWhole ? items : items.slice(0, FIRST)).map(({ name, made_at, bytes, pictures, picture_bytes }) => {
            const at = Date.parse(made_at);
            return (
              <tr key={name}>
                <th scope="row">
                  <time dateTime={made_at}>{format.time(at)}</time>
                  <span className={table.quiet}>{format.list([origins[originOf(name)], format.ago(at)])}</span>
                </th>
                <td data-label={t`File`}>
                  <code translate="no">{name}</code>
                </td>
                <td data-label={t`Size`} className={styles.size}>
                  {format.bytes(bytes)}
                  {pictures > 0 && (
                    <span className={table.quiet}>
                      <Plural value={pictures} one="and # picture" other="and # pictures" />,{' '}
                      {format.bytes(picture_bytes)}
                    </span>
                  )}
                </td>
                <td className={table.end}>
                  <Button small data-row="" aria-label={`${t`Put back…`} ${name}`} onPress={() => onChoose(name)}>
                    {t`Put back…`}
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {items.length > FIRST && (
        <div className={styles.more}>
          <Button small variant="quiet" aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
            {isWhole ? t`Show fewer` : t`Show all ${count} copies`}
          </Button>
        </div>
      )}
    </>
  );
}
