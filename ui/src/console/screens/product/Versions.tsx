/** What the product was: who changed what, and the way back. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useComparison, useProductCall } from '../../api/products';
import type { ProductDetail, ProductVersion } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Badge, EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import { Actions } from '../../parts/Form';
import { useProductNames } from '../../parts/productNames';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './ProductScreen.module.css';

export function Versions({ product }: { product: ProductDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const names = useProductNames();
  const [asked, setAsked] = useState<ProductVersion>();
  if (product.versions.length === 0) {
    return (
      <EmptyState title={t`Nothing was changed yet`}>
        <Trans>Each save is kept here with who made it, and can be taken back.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t`When`}</th>
            <th scope="col">{t`Who`}</th>
            <th scope="col">{t`What has changed`}</th>
            <th scope="col">
              <span className="visually-hidden">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {product.versions.map((version) => (
            <tr key={version.id}>
              <th scope="row">
                <time dateTime={version.at}>{format.shortTime(Date.parse(version.at))}</time>
              </th>
              <td data-label={t`Who`}>
                <Who version={version} />
              </td>
              <td data-label={t`What has changed`}>{format.list(version.changed.map(names.field)) || '–'}</td>
              <td className={table.end}>
                {version.is_current ? (
                  <Badge tone="success">{t`As it is now`}</Badge>
                ) : (
                  <Button small icon="undo" onPress={() => setAsked(version)}>{t`Go back to it…`}</Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked && <RestoreDialog product={product} version={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function Who({ version: { name, actor } }: { version: ProductVersion }) {
  const { t } = useLingui();
  const [kind, id = ''] = actor.split(':');
  if (name) return name;
  if (actor === '') return t`As the first change found it`;
  return kind === 'token' ? t`Program no. ${id}` : t`Command line (${id})`;
}

interface RestoreProps {
  product: ProductDetail;
  version: ProductVersion;
  onClose: () => void;
}

function RestoreDialog({ product: { sku, version: seen }, version: { id }, onClose }: RestoreProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const names = useProductNames();
  const { data, error, refetch } = useComparison(sku, id);
  const restore = useProductCall('product/restore');
  return (
    <Dialog title={t`Go back to this version?`} isOpen onClose={onClose} wide>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={3} />}
      {data && (
        <>
          <p className={styles.hint}>
            <Trans>This changes back. It becomes a version of its own, so that nothing is lost.</Trans>
          </p>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{t`Field`}</th>
                <th scope="col">{t`Now`}</th>
                <th scope="col">{t`Then`}</th>
              </tr>
            </thead>
            <tbody>
              {data.fields.map(({ field, before, after }) => (
                <tr key={field}>
                  <th scope="row">{names.field(field)}</th>
                  <td className={styles.text} data-label={t`Now`}>
                    {before || '–'}
                  </td>
                  <td className={styles.text} data-label={t`Then`}>
                    {after || '–'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Actions>
            <Button
              variant="primary"
              isPending={restore.isPending}
              onPress={() =>
                restore.mutate(
                  { sku, id, version: seen },
                  {
                    onSuccess: () => {
                      toast(t`It is as it was then.`);
                      onClose();
                    },
                    onError: (problem) => toast(say(Object.values(problem.fields)[0] ?? problem)),
                  },
                )
              }
            >
              {restore.isPending ? t`Saving…` : t`Go back`}
            </Button>
            <Button onPress={onClose}>{t`Close`}</Button>
          </Actions>
        </>
      )}
    </Dialog>
  );
}
