/** A month for the accountant, in one archive. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import { asApiError } from '../../api/client';
import { saveMonth, takeMonth, useMonth } from '../../api/figures';
import { useMay } from '../../api/queries';
import { Button } from '../../parts/Button';
import { LoadError } from '../../parts/Feedback';
import { SelectField } from '../../parts/Field';
import { Section } from '../../parts/Page';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './FiguresScreen.module.css';
import { monthsUntil } from './spans';

/** Months that can be chosen. */
const MONTHS = 36;

export function AccountantsMonth({ today }: { today: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const say = useMessageText();
  const maySet = useMay('settings_change');
  const months = monthsUntil(today, MONTHS);
  // The last one that is over.
  const [month, setMonth] = useState(months[1] ?? '');
  const [isBusy, setBusy] = useState(false);
  const { data, error, refetch } = useMonth(month);
  const documents = plural(data?.documents ?? 0, { one: '# document', other: '# documents' });
  const payments = plural(data?.payments ?? 0, { one: '# payment or refund', other: '# payments and refunds' });
  async function take() {
    setBusy(true);
    try {
      await takeMonth(month);
      await saveMonth(month);
    } catch (failure) {
      toast(say(asApiError(failure)));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Section
      id="accountant"
      title={t`The accountant’s month`}
      lead={t`Invoices and credit notes as PDF, the journal, payments and VAT in one archive; the journal also as FEC for France and for DATEV.`}
    >
      <div className={styles.month}>
        <SelectField
          id="accountant-month"
          label={t({ context: 'figures', message: 'Month' })}
          value={month}
          onChange={setMonth}
          options={months.map((value) => ({ value, label: format.month(value) }))}
        />
        <Button icon="download" variant="primary" isPending={isBusy} onPress={() => void take()}>
          {t`Save the archive`}
        </Button>
      </div>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && (
        <p className={styles.days}>
          {t`${documents}, ${payments}.`} {data.is_unfinished && <Trans>This month is not over: more will come.</Trans>}{' '}
          {!data.has_datev && (
            <Trans>There is no file for DATEV in it, as the tax adviser’s numbers are not set.</Trans>
          )}{' '}
          {!data.has_datev && maySet && <Link href="/settings/accounting">{t`Set them`}</Link>}
        </p>
      )}
    </Section>
  );
}
