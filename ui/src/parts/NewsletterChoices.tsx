/** The three newsletter checkboxes (boutique.md §5). Nothing is preselected. */

import { useLingui } from '@lingui/react/macro';
import type { Letters } from '../api/types';
import { useMessageText } from '../state/i18n';
import { Checkbox } from './Checkbox';
import { FieldError } from './FieldError';
import { useHouseWords } from './houseWords';
import styles from './NewsletterChoices.module.css';

export interface NewsletterChoicesProps {
  /** Prefix of all ids. */
  id: string;
  legend: string;
  lists: Letters;
  onChange: (lists: Letters) => void;
  /** None is chosen, and one must be. */
  noneChosen: boolean;
}

export const NO_LISTS: Letters = { hah_subscribe: 0, brand: 0, all_subscribe_status: 0 };

export function hasAnyList(lists: Letters): boolean {
  return Object.values(lists).includes(1);
}

export function NewsletterChoices({ id, legend, lists, onChange, noneChosen }: NewsletterChoicesProps) {
  const { t } = useLingui();
  const { hotelLetters } = useHouseWords();
  const say = useMessageText();
  const box = (end: string, name: keyof Letters) => ({
    id: `${id}-${end}`,
    name,
    value: '1',
    checked: lists[name] === 1,
    onChange: (checked: boolean) => onChange({ ...lists, [name]: checked ? 1 : 0 }),
  });
  return (
    <fieldset className={styles.boxes} aria-describedby={noneChosen ? `${id}-boxes-error` : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      <Checkbox {...box('hah', 'hah_subscribe')}>{t`The boutique: new pieces, the seasons, care`}</Checkbox>
      <Checkbox {...box('brand', 'brand')}>{hotelLetters}</Checkbox>
      <Checkbox {...box('all', 'all_subscribe_status')}>{t`The partner loyalty programme: points and offers`}</Checkbox>
      {noneChosen && <FieldError id={`${id}-boxes-error`}>{say({ id: 'newsletter.select' })}</FieldError>}
    </fieldset>
  );
}
