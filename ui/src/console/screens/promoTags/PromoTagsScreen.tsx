/** What employees pay: tags that take a percentage off regular prices, for whom, until when, and in how many orders. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { usePromoTags } from '../../api/promoTags';
import type { PromoTag, PromoTagStanding } from '../../api/types';
import { Button } from '../../parts/Button';
import { Badge, EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import { Page } from '../../parts/Page';
import { PriceTabs } from '../../parts/PriceTabs';
import table from '../../parts/Table.module.css';
import { useFormat } from '../../parts/text';
import { OffDialog } from './OffDialog';
import styles from './PromoTagsScreen.module.css';
import { TagDialog } from './TagDialog';
import { useTagWords } from './words';

export default function PromoTagsScreen() {
  const { t } = useLingui();
  const { data, error, refetch } = usePromoTags();
  /** The tag that is changed; null: a new one. */
  const [edited, setEdited] = useState<PromoTag | null>();
  const create = (
    <Button variant="primary" icon="plus" isDisabled={!data} onPress={() => setEdited(null)}>
      {t`New tag`}
    </Button>
  );
  const isEmpty = data?.items.length === 0;
  return (
    <Page
      title={t`Employee prices`}
      lead={t`A tag takes a percentage off regular prices for whoever opens the shop by its link, for thirty days. Where it is for mail addresses of some domains, it counts once an account has proved its address.`}
      actions={data && !isEmpty && create}
    >
      <PriceTabs at="tags" />
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={4} />}
      {isEmpty && (
        <EmptyState title={t`There is no tag yet`} actions={create}>
          <Trans>Make one, and give its link to the house’s employees. You see what it does before it counts.</Trans>
        </EmptyState>
      )}
      {data && !isEmpty && <TagsTable items={data.items} onChange={setEdited} />}
      {data && edited !== undefined && (
        <TagDialog tag={edited ?? undefined} newPercent={data.new_percent} onClose={() => setEdited(undefined)} />
      )}
    </Page>
  );
}

function TagsTable({ items, onChange }: { items: PromoTag[]; onChange: (tag: PromoTag) => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const words = useTagWords();
  const [off, setOff] = useState<PromoTag>();
  return (
    <>
      <table className={`${table.table} ${styles.tags}`}>
        <thead>
          <tr>
            <th scope="col">{t({ context: 'promo', message: 'Tag' })}</th>
            <th scope="col">{t`Off regular prices`}</th>
            <th scope="col">{t`For whom`}</th>
            <th scope="col">{t`When`}</th>
            <th scope="col" className={table.end}>{t`Orders`}</th>
            <th scope="col">{t`Status`}</th>
            <th scope="col" className={table.end}>
              <span className="visually-hidden">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const { tag, percent, orders, state } = item;
            const isOut = state === 'off' || state === 'ended';
            return (
              <tr key={tag}>
                <th scope="row" translate="no" className={styles.tag}>
                  {tag}
                </th>
                <td data-label={t`Off regular prices`}>{format.percent(String(percent))}</td>
                <td data-label={t`For whom`}>{words.whom(item)}</td>
                <td data-label={t`When`}>{words.when(item)}</td>
                <td data-label={t`Orders`} className={styles.count}>
                  {format.number(orders)}
                  <span className="visually-hidden">
                    {' '}
                    {t`${plural(orders, { one: 'order in which it counted', other: 'orders in which it counted' })}`}
                  </span>
                </td>
                <td data-label={t`Status`}>
                  <Standing state={state} />
                </td>
                <td className={table.end}>
                  <span className={styles.actions}>
                    <Button
                      small
                      data-row=""
                      aria-label={isOut ? t`Switch on the tag ${tag}…` : t`Change the tag ${tag}…`}
                      onPress={() => onChange(item)}
                    >
                      {isOut ? t`Switch on…` : t`Change…`}
                    </Button>
                    {state !== 'off' && (
                      <Button small aria-label={t`Switch off the tag ${tag}…`} onPress={() => setOff(item)}>
                        {t`Switch off…`}
                      </Button>
                    )}
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {off && <OffDialog tag={off} onClose={() => setOff(undefined)} />}
    </>
  );
}

function Standing({ state }: { state: PromoTagStanding }) {
  const { t } = useLingui();
  switch (state) {
    case 'in_force':
      return <Badge tone="success">{t({ context: 'promo', message: 'Counts' })}</Badge>;
    case 'planned':
      return <Badge tone="neutral">{t({ context: 'promo', message: 'Planned' })}</Badge>;
    case 'ended':
      return <Badge tone="neutral">{t({ context: 'promo', message: 'Ended' })}</Badge>;
    case 'off':
      return <Badge tone="neutral">{t({ context: 'promo', message: 'Off' })}</Badge>;
  }
}
