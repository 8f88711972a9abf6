/** All that the bank says about a movement. */

import { useLingui } from '@lingui/react/macro';
import { useStatements } from '../../api/bank';
import type { BankLine } from '../../api/types';
import { useFormat } from '../../parts/text';
import styles from './BankScreen.module.css';
import { groupedIban } from './iban';

export function Details({ line }: { line: BankLine }) {
  const { t } = useLingui();
  const format = useFormat();
  const { data } = useStatements();
  const statement = data?.items.find(({ id }) => id === line.statement_id)?.name;
  const facts = [
    { label: t`Text`, value: line.text },
    { label: t`Reference`, value: line.reference },
    { label: t`IBAN`, value: groupedIban(line.iban) },
    { label: t`Value date`, value: format.day(line.value_date) },
    { label: t`Statement`, value: statement ?? '' },
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(({ value }) => value)
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
