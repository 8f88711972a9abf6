/** Removes a category. What it holds goes elsewhere first. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useTreeCall } from '../../api/categories';
import type { CategoryDetail, CategoryRow } from '../../api/types';
import { Button } from '../../parts/Button';
import { categoryOptions } from '../../parts/categoryNames';
import { Dialog } from '../../parts/Dialog';
import { categoryEdits } from '../../parts/edits';
import { SelectField } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { toast } from '../../parts/toasts';
import styles from './CategoryScreen.module.css';

interface Props {
  category: CategoryDetail;
  others: CategoryRow[];
  onClose: () => void;
}

export function RemoveDialog({ category, others, onClose }: Props) {
  const { t } = useLingui();
  const [, go] = useLocation();
  const remove = useTreeCall('category/remove');
  // What this dialog is about: what a colleague has changed meanwhile is refused, not removed unseen.
  const [seen] = useState(category);
  const { key, name, products, children, version } = seen;
  const isEmpty = products === 0 && children === 0;
  const form = useForm({
    id: 'remove',
    initial: { to: seen.fields.parent ?? '' },
    check: ({ to }) => ({ to: isEmpty || to ? undefined : t`Choose where they go.` }),
    send: async ({ to }) => {
      await remove.mutateAsync({ key, to, version });
      categoryEdits.forget([key]);
      toast(t`The category is removed.`);
      go('/categories');
    },
  });
  return (
    <Dialog title={t`Remove ${name}?`} isOpen onClose={onClose} isAlert>
      <div className={styles.quiet}>
        {isEmpty ? (
          <p>
            <Trans>It holds nothing. Its page is gone at once; links to it lead where you choose, or nowhere.</Trans>
          </p>
        ) : (
          <p>
            <Trans>
              Products in it: {products}. Categories below it: {children}. They go where you choose, and links to its
              page lead there.
            </Trans>
          </p>
        )}
      </div>
      <Form form={form}>
        <SelectField
          {...form.field('to')}
          label={t`Everything goes to`}
          options={[{ value: '', label: isEmpty ? t`Nowhere` : t`Choose a category` }, ...categoryOptions(others)]}
        />
        <Actions>
          <Button type="submit" variant="danger" isPending={form.isBusy}>
            {form.isBusy ? t`Removing…` : t`Remove it`}
          </Button>
          <Button onPress={onClose}>{t`Keep it`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
