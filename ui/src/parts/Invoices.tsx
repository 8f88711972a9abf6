/** Links to an order's invoice and credit notes. Work without script. */

import { useLingui } from '@lingui/react/macro';
import type { InvoiceLink } from '../api/types';
import button from './Button.module.css';
import { Icon } from './Icon';
import { NoWrap } from './NoWrap';

export function Invoices({ invoices = [] }: { invoices?: InvoiceLink[] }) {
  const { t } = useLingui();
  return (
    <>
      {invoices.map(({ kind, url, number }) => (
        // No `download` attribute: an error page would be saved as the invoice.
        <a key={number} className={`${button.button} ${button.secondary}`} href={url} type="application/pdf">
          <span>
            <Icon name="download" size={18} />
            <NoWrap>{kind === 'invoice' ? t`Download invoice` : t`Credit note ${number}`}</NoWrap>
          </span>
        </a>
      ))}
    </>
  );
}
