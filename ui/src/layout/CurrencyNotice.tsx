/** Notice to a visitor whose currency is not offered any more: in which one prices are. Shown until dismissed. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { writeCookie } from '../api/client';
import { Button } from '../parts/Button';
import { Notice } from '../parts/Feedback';
import { formerCurrency } from '../state/formerCurrency';
import { useSite } from '../state/site';
import styles from './CartMergeNotice.module.css';

/** Lifetime of the currency cookie: one year in seconds (decisions.md §4). */
const MAX_AGE = 31_536_000;

export function CurrencyNotice() {
  const { t } = useLingui();
  const { currency, currencies } = useSite();
  const [former, setFormer] = useState(() => formerCurrency(currencies));
  if (!former) return null;
  const dismiss = () => {
    writeCookie('currency', currency, MAX_AGE);
    setFormer('');
  };
  return (
    <section className={`wrap ${styles.notice}`} aria-label={t`Currency`}>
      <Notice
        tone="info"
        title={t`Prices are in ${currency} now: we do not offer ${former} any more.`}
        actions={<Button small variant="quiet" onClick={dismiss}>{t`Dismiss`}</Button>}
      >
        {t`Orders that you have placed keep their currency.`}
      </Notice>
    </section>
  );
}
