/** Postal address with its default flags and actions. */

import { useLingui } from '@lingui/react/macro';
import type { SavedAddress } from '../../api/types';
import { inLine } from '../../domain/format';
import { useLang } from '../../state/site';
import styles from './AddressScreen.module.css';
import { StepButton } from './StepButton';

interface AddressCardProps {
  address: SavedAddress;
  onEdit: () => void;
  onDelete: () => void;
}

export function AddressCard({ address, onEdit, onDelete }: AddressCardProps) {
  const { t } = useLingui();
  const { id, lines, default_shipping, default_billing } = address;
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
      <div className={styles.actions}>
        <StepButton name="edit" value={id} variant="quiet" small aria-label={t`Change: ${name}`} onOpen={onEdit}>
          {t`Change`}
        </StepButton>
        <StepButton name="confirm" value={id} variant="quiet" small aria-label={t`Delete: ${name}`} onOpen={onDelete}>
          {t`Delete`}
        </StepButton>
      </div>
    </div>
  );
}
