/** One item: all that was, is and will be its price, and who has set it. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useParams } from 'wouter';
import { usePriceItem, useUnsetPrice } from '../../api/prices';
import type { LedgerEntry, PriceChange, PriceDetail } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { Badge, EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import { Page, Section } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './PriceItemScreen.module.css';

export default function PriceItemScreen() {
  const { t } = useLingui();
  const sku = decodeURIComponent(useParams<{ sku: string }>().sku);
  const { data, error, refetch } = usePriceItem(sku);
  const isUnknown = error?.id === 'price.sku_unknown';
  return (
    <Page
      title={data?.item.name ?? sku}
      above={<Back to="/prices/items">{t`Prices of items`}</Back>}
      mark={data && !data.item.is_on_sale && <Badge tone="neutral">{t`Not on sale`}</Badge>}
      lead={data && <span translate="no">{data.item.sku}</span>}
    >
      {isUnknown && (
        <EmptyState title={t`There is no such item`}>
          <Trans>A product with options has the prices of its variants.</Trans>
        </EmptyState>
      )}
      {error && !isUnknown && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data && <Ledger detail={data} />}
      {data && <Changes changes={data.changes} />}
    </Page>
  );
}

function Ledger({ detail }: { detail: PriceDetail }) {
  const { t } = useLingui();
  return (
    <Section
      id="price-ledger"
      title={t`Prices`}
      lead={t`What was in force stays as it was: it proves the lowest price of 30 days.`}
      isOpen
    >
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t`From`}</th>
            <th scope="col">{t`Until`}</th>
            <th scope="col" className={table.end}>{t`Price`}</th>
            <th scope="col">{t`Note`}</th>
            <th scope="col">
              <span className="visually-hidden">{t`Take back`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {detail.ledger.map((entry) => (
            <Entry key={`${entry.currency} ${entry.from}`} entry={entry} detail={detail} />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Entry({ entry, detail: { item } }: { entry: LedgerEntry; detail: PriceDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const say = useMessageText();
  const unset = useUnsetPrice();
  const { currency, from, until, amount, regular, campaign, can_unset: canUnset } = entry;
  const [shown, at] = [format.money(amount, currency), format.time(Date.parse(from))];
  const before = regular === null ? '' : format.money(regular, currency);
  return (
    <tr>
      <th scope="row">{at}</th>
      <td data-label={t`Until`}>{until === null ? t`further notice` : format.time(Date.parse(until))}</td>
      <td className={styles.number} data-label={t`Price`}>
        {shown}
      </td>
      <td data-label={t`Note`}>
        <span>
          {campaign && <Link href={`/prices/campaigns/${campaign.id}`}>{campaign.name}</Link>}
          {before && <span className={table.quiet}>{t`instead of ${before}`}</span>}
        </span>
      </td>
      <td className={table.end}>
        {canUnset && (
          <Button
            small
            variant="quiet"
            aria-label={t`Take back ${shown} from ${at}`}
            isPending={unset.isPending}
            onPress={() =>
              unset.mutate(
                { sku: item.sku, currency, from, version: item.version, note: '' },
                { onSuccess: () => toast(t`It is taken back.`), onError: (error) => toast(say(error)) },
              )
            }
          >
            {t`Take back`}
          </Button>
        )}
      </td>
    </tr>
  );
}

function Changes({ changes }: { changes: PriceChange[] }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <Section id="price-changes" title={t`Who has set them`} isOpen>
      {changes.length === 0 ? (
        <p className={table.quiet}>
          <Trans>
            Prices that are set here or by a command are entered with who and why. Price sheets stand in the audit.
          </Trans>
        </p>
      ) : (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t`When`}</th>
              <th scope="col" className={table.end}>{t`Price`}</th>
              <th scope="col">{t`From`}</th>
              <th scope="col">{t`Why`}</th>
              <th scope="col">{t`Who`}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change, at) => (
              <tr key={changes.length - at}>
                <th scope="row">{format.shortTime(Date.parse(change.at))}</th>
                <td className={styles.number} data-label={t`Price`}>
                  {change.amount === null ? t`Taken back` : format.money(change.amount, change.currency)}
                </td>
                <td data-label={t`From`}>{format.shortTime(Date.parse(change.from))}</td>
                <td data-label={t`Why`}>{change.note || '–'}</td>
                <td data-label={t`Who`}>{change.name ?? <Actor actor={change.actor} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function Actor({ actor }: { actor: string }) {
  const { t } = useLingui();
  const [kind, id = ''] = actor.split(':');
  return kind === 'token' ? t`Program no. ${id}` : t`Command line (${id})`;
}
