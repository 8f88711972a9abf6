import { useLingui } from '@lingui/react/macro';
import { ask } from '../../api/deeds';
import type { OrderDetail } from '../../api/types';
import { Field, SelectField } from '../../parts/Field';
import { Pair } from '../../parts/Form';
import { PieceLines, usePiecesCheck } from '../../parts/PieceLines';
import { DeedDialog } from './DeedDialog';
import styles from './OrderScreen.module.css';
import { allOf, chosen, leftToShip, openLines } from './quantities';
import { useDeedForm } from './useDeedForm';

export function ShipDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { t } = useLingui();
  const check = usePiecesCheck();
  const initial: Record<string, string> = {
    carrier: order.shipping_method,
    tracking: '',
    ...allOf(openLines(order, leftToShip)),
  };
  const form = useDeedForm({
    id: 'ship',
    order,
    initial,
    check: (values) => check(openLines(order, leftToShip), values),
    run: (values, seen) =>
      ask('order/ship', {
        ...seen,
        lines: chosen(openLines(order, leftToShip), values),
        carrier: values.carrier || null,
        tracking: (values.tracking ?? '').trim(),
      }),
    onClose,
  });
  const { number } = order;
  return (
    <DeedDialog
      title={t`Ship ${number}`}
      form={form}
      submit={t`Ship`}
      onClose={onClose}
      lead={
        <address className={styles.label}>
          {order.shipping_lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      }
    >
      <PieceLines
        id="ship"
        label={t`In this parcel`}
        lines={openLines(order, leftToShip)}
        values={form.values}
        errors={form.errors}
        onChange={form.set}
      />
      <Pair>
        <SelectField
          id="ship-carrier"
          label={t`Carrier`}
          value={form.values.carrier ?? ''}
          error={form.errors.carrier}
          onChange={(carrier) => form.set('carrier', carrier)}
          options={order.carriers.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <Field
          {...form.field('tracking')}
          value={form.values.tracking ?? ''}
          label={t`Tracking number`}
          optional
          autoComplete="off"
          maxLength={60}
          autoFocus
        />
      </Pair>
    </DeedDialog>
  );
}
