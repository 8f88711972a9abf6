/** Tracking numbers of many orders at once, as the carrier's list has them. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useDeferredValue, useMemo } from 'react';
import { usePackList } from '../../api/packing';
import { createStore, useStore } from '../../api/store';
import { Bar } from '../../parts/Bar';
import { Button } from '../../parts/Button';
import { LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { TextAreaField } from '../../parts/MoreFields';
import { Neighbours } from '../../parts/Neighbours';
import { Page } from '../../parts/Page';
import { usePendingShipments } from './PackList';
import styles from './PackScreen.module.css';
import { Checked, Progress } from './PasteTables';
import { check, parse } from './tracking';
import { useShipAll } from './useShipAll';
import { addressOf, LIST } from './view';

/** What was pasted stays while one looks at another screen. */
const draft = createStore('');

export function Paste() {
  const { t } = useLingui();
  const { data, error, refetch } = usePackList();
  const work = useShipAll();
  return (
    <Page
      title={t`Paste tracking numbers`}
      above={<Neighbours label={t`Orders to pack`} list={addressOf(LIST)} name={t`To pack`} />}
      lead={
        <Trans>
          One line for each order: its number, then a tab or a space, then the tracking number. Columns from a
          spreadsheet can be pasted as they are.
        </Trans>
      }
    >
      {!data && (error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton rows={4} />)}
      {data && work.shipments.length > 0 && <Sending work={work} />}
      {data && work.shipments.length === 0 && <Checking onShip={work.start} />}
    </Page>
  );
}

function Checking({ onShip }: { onShip: ReturnType<typeof useShipAll>['start'] }) {
  const { t } = useLingui();
  const text = useStore(draft);
  const { data } = usePackList();
  const isPending = usePendingShipments();
  const settled = useDeferredValue(text);
  const parsed = useMemo(() => parse(settled), [settled]);
  const rows = check(parsed, data?.items ?? [], isPending);
  const good = rows.filter(({ problem }) => !problem);
  const bad = rows.length - good.length;
  return (
    <div className={styles.paste}>
      <TextAreaField
        id="pack-paste"
        label={t`Order and tracking numbers`}
        hint="2026-000123 1Z999AA10123456784"
        isPlain
        rows={8}
        value={text}
        onChange={draft.set}
      />
      {rows.length > 0 && (
        <>
          <p className={styles.verdict} role="status">
            <span>
              <Plural
                value={good.length}
                _0="No line can be shipped"
                one="# order can be shipped"
                other="# orders can be shipped"
              />
            </span>
            {bad > 0 && (
              <span className={styles.bad}>
                <Icon name="error" size={16} />
                <Plural
                  value={bad}
                  one="# line has a problem and is left out"
                  other="# lines have a problem and are left out"
                />
              </span>
            )}
          </p>
          <Checked rows={rows} />
          <Bar narrow="only">
            <p>
              <Trans>Each order can be undone for ten seconds.</Trans>
            </p>
            <Button variant="primary" icon="truck" isDisabled={good.length === 0} onPress={() => onShip(good)}>
              {t`Ship all`}
            </Button>
          </Bar>
        </>
      )}
    </div>
  );
}

function Sending({ work }: { work: ReturnType<typeof useShipAll> }) {
  const { t } = useLingui();
  const { shipments, isBusy } = work;
  const done = shipments.filter(({ state }) => state !== 'waiting').length;
  const asked = shipments.filter(({ state }) => state === 'asked').length;
  const failed = done - asked;
  const all = shipments.length;
  // What did not leave stays in the draft.
  const more = () => {
    const left = new Set(shipments.filter(({ state }) => state === 'asked').map(({ row }) => row));
    const lines = draft.get().split(/\r\n?|\n/);
    draft.set(
      lines
        .filter((_, at) => !left.has(at + 1))
        .join('\n')
        .trim(),
    );
    work.clear();
  };
  return (
    <div className={styles.paste}>
      <div className={styles.progress}>
        <progress value={done} max={all} aria-label={t`Progress`} />
        <p role="status">{isBusy ? t`${done} of ${all} sent` : t`${asked} of ${all} are being shipped`}</p>
      </div>
      {!isBusy && failed > 0 && (
        <Notice
          tone="error"
          isLive
          title={t`${failed} of ${all} could not be shipped`}
          actions={<Button small onPress={work.again}>{t`Try again for those`}</Button>}
        >
          <Trans>The reason stands in the line. All others leave in ten seconds.</Trans>
        </Notice>
      )}
      {!isBusy && failed === 0 && (
        <Notice tone="success" isLive title={t`All of them leave in ten seconds`}>
          <Trans>Until then each can be undone at the bottom of the page.</Trans>
        </Notice>
      )}
      <Progress shipments={shipments} />
      {!isBusy && (
        <div>
          <Button onPress={more}>{t`Paste more`}</Button>
        </div>
      )}
    </div>
  );
}
