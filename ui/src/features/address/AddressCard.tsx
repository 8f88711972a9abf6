/** Postal address with its default flags and actions. */

import { useLingui } from '@lingui/react/macro';
import type { SavedAddress } from '../../api/types';
import { inLine } from '../../domain/format';
import { Button } from '../../parts/Button';
import { useLang } from '../../state/site';
import styles from './AddressScreen.module.css';

interface AddressCardProps {
  address: SavedAddress;
  onEdit: () => void;
  onDelete: () => void;
}

export function AddressCard({ address, onEdit, onDelete }: AddressCardProps) {
  const { t } = useLingui();
  const { lines, default_shipping, default_billing } = address;
  const name = inLine(useLang(), lines.slice(0, 2));
  return (
    <div className={styles.card}>
      {(default_shipping || default_billing) && (
        <ul className={styles.badges} aria-label={t`Preselected at checkout`}>
          {default_shipping && <li>{t`For delivery`}</li>}
          {default_billing && <li>{t`For invoices`}</li>}
        </ul>
      )}
      <address>
        {lines.map((line, at) => (
          <span key={at}>{line}</span>
        ))}
      </address>
      <p className={styles.actions}>
        <Button variant="quiet" small aria-label={t`Change: ${name}`} onClick={onEdit}>
          {t`Change`}
        </Button>
        <Button variant="quiet" small aria-label={t`Delete: ${name}`} onClick={onDelete}>
          {t`Delete`}
        </Button>
      </p>
    </div>
  );
}
