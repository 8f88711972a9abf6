/** What becomes of money that goes back: only what a payment provider took is sent back by it. */

import { Trans } from '@lingui/react/macro';
import type { OrderDetail } from '../../api/types';
import { wayBack } from './wayBack';

export function HowMoneyGoesBack({ order }: { order: OrderDetail }) {
  const way = wayBack(order.payments);
  return (
    <p>
      {way === 'provider' && (
        <Trans>
          The money goes back the way it came, by itself. The customer is told by email once it has been paid out.
        </Trans>
      )}
      {way === 'by_hand' && (
        <Trans>
          No payment provider has this money: somebody transfers it, with the refunds of the bank account, or hands it
          over. It stands on ‘Today’ until then, and the customer is told by email once it is made.
        </Trans>
      )}
      {way === 'both' && (
        <Trans>
          What was paid online goes back by itself. The rest stands on ‘Today’ until somebody has made it by hand. The
          customer is told by email of each.
        </Trans>
      )}
    </p>
  );
}
