/** VAT classes: goods that are taxed alike. A new one begins with the rates of another; one that no goods have can go. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useTariffCall } from '../../api/tariffs';
import type { VatClass, VatTable } from '../../api/types';
import { Button } from '../../parts/Button';
import { ConfirmDialog } from '../../parts/ConfirmDialog';
import { Dialog } from '../../parts/Dialog';
import { Field, SelectField } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { Section } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { useFormat } from '../../parts/text';
import { toast } from '../../parts/toasts';

/** The class that most goods have. */
export const usualClass = (classes: VatClass[]) => [...classes].sort((a, b) => b.goods - a.goods)[0]?.key ?? '';

export function Classes({ data: { classes } }: { data: VatTable }) {
  const { t } = useLingui();
  const format = useFormat();
  const [removed, setRemoved] = useState<VatClass>();
  return (
    <Section
      id="vat-classes"
      title={t`VAT classes`}
      lead={t`Goods that are taxed alike have the same class. Most houses need one; a second is for goods with a reduced rate.`}
      isOpen
    >
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t`VAT class`}</th>
            <th scope="col" className={table.end}>{t`Goods that have it`}</th>
            <th scope="col" className={table.end}>
              <span className="visually-hidden">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {classes.map((one) => (
            <tr key={one.key}>
              <th scope="row">{one.key}</th>
              <td data-label={t`Goods that have it`} className={table.end}>
                {format.number(one.goods)}
              </td>
              <td className={table.end}>
                {one.goods === 0 && classes.length > 1 && (
                  <Button small data-row="" aria-label={t`Remove: ${one.key}`} onPress={() => setRemoved(one)}>
                    {t`Remove…`}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {removed && <RemoveDialog of={removed} onClose={() => setRemoved(undefined)} />}
    </Section>
  );
}

export function NewClassDialog({ classes, onClose }: { classes: VatClass[]; onClose: () => void }) {
  const { t } = useLingui();
  const add = useTariffCall('tariff/add_vat_class');
  // As they were when the dialog was opened: rates that a colleague has changed meanwhile are not taken over unseen.
  const [seen] = useState(classes);
  const form = useForm({
    id: 'vat-class',
    keep: useKeep('vat-class'),
    initial: { class: '', like: usualClass(seen) },
    check: ({ class: key }) => ({ class: key.trim() ? undefined : t`Enter a key.` }),
    send: async (values) => {
      const version = seen.find((one) => one.key === values.like)?.version ?? '';
      await add.mutateAsync({ ...values, version });
      toast(t`The class is made. Set its own rates with ‘New rate…’.`);
      onClose();
    },
  });
  return (
    <Dialog title={t`New VAT class`} isOpen onClose={onClose} holdsInput>
      <Form form={form}>
        <Field
          {...form.field('class')}
          label={t`Key`}
          hint={t`Small letters, digits, - and _, such as reduced. It stands in products and sheets of the catalogue and is not changed any more.`}
          maxLength={40}
          autoFocus
        />
        <SelectField
          {...form.field('like')}
          label={t`Begins with the rates of`}
          hint={t`In every country, and for all others, so that no goods are ever without a rate.`}
          options={seen.map(({ key }) => ({ value: key, label: key }))}
        />
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Saving…` : t`Save`}
          </Button>
          <Button onPress={onClose}>{t`Cancel`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

function RemoveDialog({ of: { key, version }, onClose }: { of: VatClass; onClose: () => void }) {
  const { t } = useLingui();
  const call = useTariffCall('tariff/remove_vat_class');
  const carryOut = () =>
    call.mutate(
      { class: key, version },
      {
        onSuccess: () => {
          toast(t`The class is removed.`);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t`Remove the VAT class ${key}?`}
      action={t`Remove`}
      call={call}
      onConfirm={carryOut}
      onClose={onClose}
    >
      <Trans>
        No goods have it. Its rates go with it, those that are planned too; what they were stays below in the history.
        Orders and invoices stay as they are.
      </Trans>
    </ConfirmDialog>
  );
}
