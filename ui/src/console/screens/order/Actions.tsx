/** What can be done with the order now: the next step as a button, the rest in a menu. */

import { useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { OrderDeed, OrderDetail } from '../../api/types';
import { Button } from '../../parts/Button';
import type { IconName } from '../../parts/Icon';
import { Menu } from '../../parts/Menu';
import { AddDialog } from './AddDialog';
import { AddressDialog } from './AddressDialog';
import { CarrierDialog } from './CarrierDialog';
import { HandOverDialog, ReadyDialog } from './CollectionDialogs';
import { CancelDialog, CompleteDialog } from './EndDialogs';
import { RefundDialog } from './MoneyDialogs';
import { PayDialog } from './PayDialog';
import { RemoveDialog } from './RemoveDialog';
import { ReturnDialog } from './ReturnDialog';
import { ShipDialog } from './ShipDialog';

type Deed = OrderDeed;

const DIALOGS: Record<Deed, (props: { order: OrderDetail; onClose: () => void }) => ReactElement> = {
  pay: PayDialog,
  ship: ShipDialog,
  ready: ReadyDialog,
  hand_over: HandOverDialog,
  complete: CompleteDialog,
  return: ReturnDialog,
  refund: RefundDialog,
  addresses: AddressDialog,
  carrier: CarrierDialog,
  add: AddDialog,
  remove: RemoveDialog,
  cancel: CancelDialog,
};

/** In the order of an order's life. */
const DEEDS = Object.keys(DIALOGS) as Deed[];
const NEXT: Deed[] = ['pay', 'ship', 'ready', 'hand_over'];

const ICONS: Partial<Record<Deed, IconName>> = { ship: 'truck', ready: 'parcel', hand_over: 'check' };

export function OrderActions({ order, isLocked }: { order: OrderDetail; isLocked: boolean }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Deed>();
  const labels: Record<Deed, string> = {
    pay: t`Record a payment…`,
    ship: t`Ship…`,
    ready: t`Ready for collection…`,
    hand_over: t`Hand over…`,
    complete: t`Complete…`,
    return: t`Book a return…`,
    refund: t`Refund…`,
    addresses: t`Change the addresses…`,
    carrier: t`Change the carrier…`,
    add: t`Add goods…`,
    remove: t`Take pieces out…`,
    cancel: t`Cancel the order…`,
  };
  const possible = DEEDS.filter((deed) => order.can[deed]);
  const next = NEXT.find((deed) => order.can[deed]);
  const others = possible.filter((deed) => deed !== next);
  const Dialog = open && DIALOGS[open];
  return (
    <>
      {others.length > 0 && (
        <Menu
          label={t`More actions`}
          trigger={<Button isDisabled={isLocked} icon="more">{t`More actions`}</Button>}
          actions={others.map((deed) => ({
            id: deed,
            label: labels[deed],
            isDanger: deed === 'cancel',
            onAction: () => setOpen(deed),
          }))}
        />
      )}
      {next && (
        <Button variant="primary" icon={ICONS[next] ?? 'money'} isDisabled={isLocked} onPress={() => setOpen(next)}>
          {labels[next]}
        </Button>
      )}
      {Dialog && <Dialog order={order} onClose={() => setOpen(undefined)} />}
    </>
  );
}
