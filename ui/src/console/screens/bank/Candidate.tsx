/** An order that a movement may belong to: why, and how its amount fits. */

import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { BankCandidate, BankLine } from '../../api/types';
import { useFormat } from '../../parts/text';
import styles from './BankScreen.module.css';
import { fitOf } from './fit';

export function useFitWords() {
  const { t } = useLingui();
  const format = useFormat();
  const why = (of: BankCandidate['why']): string => {
    const words: Record<BankCandidate['why'], string> = {
      number_and_amount: t`Order number and amount`,
      number: t`Order number`,
      amount_and_name: t`Amount and name`,
      amount: t`Amount`,
      name: t`Name`,
    };
    return words[of] ?? of;
  };
  const comparison = (line: BankLine, candidate: BankCandidate): string => {
    const found = fitOf(line, candidate);
    const { currency } = candidate;
    switch (found.kind) {
      case 'exact':
        return t`fits exactly`;
      case 'currency':
        return t`the order is in ${currency}`;
      case 'more': {
        const by = format.money(found.by, currency);
        return t`${by} too much`;
      }
      case 'less': {
        const by = format.money(found.by, currency);
        return t`${by} too little`;
      }
    }
  };
  /** Where the amount is the reason, it fits: nothing more is to be said. */
  const both = (line: BankLine, candidate: BankCandidate) =>
    fitOf(line, candidate).kind === 'exact'
      ? why(candidate.why)
      : format.list([why(candidate.why), comparison(line, candidate)]);
  return { why, comparison, both };
}

export function Candidate({ line, candidate }: { line: BankLine; candidate: BankCandidate }) {
  const { t } = useLingui();
  const format = useFormat();
  const words = useFitWords();
  const { order_number: number, name } = candidate;
  const outstanding = format.money(candidate.outstanding, candidate.currency);
  return (
    <span className={styles.candidate}>
      <span>
        <Link href={`/orders/${number}`} className={styles.order}>
          {number}
        </Link>{' '}
        {name}
      </span>
      <span className={styles.quiet}>
        {words.why(candidate.why)} · {t`${outstanding} outstanding`} · {words.comparison(line, candidate)}
      </span>
    </span>
  );
}
