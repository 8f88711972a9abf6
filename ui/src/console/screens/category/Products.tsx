/** The products in a category itself: put in by item number, taken out one by one. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { useCategoryProducts, useTreeCall } from '../../api/categories';
import type { CategoryDetail } from '../../api/types';
import { Button, IconButton } from '../../parts/Button';
import { Badge, EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { Form, useForm } from '../../parts/Form';
import { ShowMore } from '../../parts/ShowMore';
import table from '../../parts/Table.module.css';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './CategoryScreen.module.css';

export function Products({ category: { key } }: { category: CategoryDetail }) {
  const { t } = useLingui();
  const say = useMessageText();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useCategoryProducts(key);
  const add = useTreeCall('category/add_products');
  const remove = useTreeCall('category/remove_products');
  const form = useForm({
    id: 'category-add',
    initial: { skus: '' },
    check: ({ skus }) => ({ skus: skus.trim() ? undefined : t`Enter an item number.` }),
    send: async ({ skus }) => {
      await add.mutateAsync({ key, skus: skus.split(/[\s,;]+/).filter(Boolean) });
      form.reset();
      toast(t`They are in the category now.`);
    },
  });
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className={styles.body}>
      <Form form={form} label={t`Put products in`}>
        <Field
          {...form.field('skus')}
          label={t`Item numbers`}
          hint={t`Several with spaces between them, or pasted from a sheet.`}
          after={
            <Button type="submit" isPending={form.isBusy}>
              {form.isBusy ? t`Saving…` : t`Put in`}
            </Button>
          }
        />
      </Form>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data && items.length === 0 && (
        <EmptyState title={t`No product is in it itself`}>
          <Trans>Its page lists what is in the categories below it. Put products in by their item numbers.</Trans>
        </EmptyState>
      )}
      {items.length > 0 && (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t`Product`}</th>
              <th scope="col">{t`Item number`}</th>
              <th scope="col">
                <span className="visually-hidden">{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ sku, name, picture, is_on_sale: isOnSale }) => (
              <tr key={sku}>
                <th scope="row">
                  <span className={styles.product}>
                    {picture && <img src={picture} alt="" width={32} height={40} loading="lazy" />}
                    <Link href={`/products/${encodeURIComponent(sku)}`} data-row="">
                      {name}
                    </Link>
                    {!isOnSale && <Badge tone="neutral">{t`Not on sale`}</Badge>}
                  </span>
                </th>
                <td data-label={t`Item number`} translate="no">
                  {sku}
                </td>
                <td className={`${table.end} ${table.corner}`}>
                  <IconButton
                    icon="close"
                    aria-label={t`Take ${name} out`}
                    onPress={() =>
                      !remove.isPending &&
                      remove.mutate(
                        { key, skus: [sku] },
                        {
                          onSuccess: () => toast(t`It is taken out.`),
                          onError: (reason) => toast(say(Object.values(reason.fields)[0] ?? reason)),
                        },
                      )
                    }
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && <ShowMore isPending={isFetchingNextPage} onPress={() => void fetchNextPage()} />}
    </div>
  );
}
