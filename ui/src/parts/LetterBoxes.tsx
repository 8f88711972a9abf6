/** The three boxes of the letters (boutique.md §5): whose are wanted. Nothing is ticked for anybody. */

import { useLingui } from '@lingui/react/macro';
import type { Letters } from '../api/types';
import { useMessageText } from '../state/i18n';
import { useSite } from '../state/site';
import { Checkbox } from './Checkbox';
import { FieldError } from './FieldError';
import styles from './LetterBoxes.module.css';

export interface LetterBoxesProps {
  /** Beginning of all ids. */
  id: string;
  legend: string;
  letters: Letters;
  onChange: (letters: Letters) => void;
  /** None is ticked, and one must be. */
  unticked: boolean;
}

export const NO_LETTERS: Letters = { hah_subscribe: 0, brand: 0, all_subscribe_status: 0 };

export function hasLetters(letters: Letters): boolean {
  return Object.values(letters).includes(1);
}

export function LetterBoxes({ id, legend, letters, onChange, unticked }: LetterBoxesProps) {
  const { t } = useLingui();
  const { brand } = useSite();
  const say = useMessageText();
  const tick = (name: keyof Letters) => (checked: boolean) => onChange({ ...letters, [name]: checked ? 1 : 0 });
  return (
    <fieldset class={styles.boxes} aria-describedby={unticked ? `${id}-boxes-error` : undefined}>
      <legend class={styles.legend}>{legend}</legend>
      <Checkbox id={`${id}-hah`} checked={letters.hah_subscribe === 1} onChange={tick('hah_subscribe')}>
        {t`The boutique: new pieces, the seasons, care`}
      </Checkbox>
      <Checkbox id={`${id}-brand`} checked={letters.brand === 1} onChange={tick('brand')}>
        {t`The hotels of ${brand}: rooms, tables, the lake`}
      </Checkbox>
      <Checkbox id={`${id}-all`} checked={letters.all_subscribe_status === 1} onChange={tick('all_subscribe_status')}>
        {t`The partner loyalty programme: points and offers`}
      </Checkbox>
      {unticked && <FieldError id={`${id}-boxes-error`}>{say({ id: 'newsletter.select', params: {} })}</FieldError>}
    </fieldset>
  );
}
