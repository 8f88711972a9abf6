/** First and last name, in the order of the language; side by side when there is room. */

import { useLingui } from '@lingui/react/macro';
import { inNameOrder } from '../domain/personName';
import { useLang } from '../state/site';
import { Field, type FieldProps } from './Field';
import styles from './NameFields.module.css';

const AUTOCOMPLETE = { first_name: 'given-name', last_name: 'family-name' } as const;
type Name = keyof typeof AUTOCOMPLETE;

/** `text` returns the props of a field, without its label. */
export function NameFields({ text }: { text: (name: Name) => Omit<FieldProps, 'label'> }) {
  const { t } = useLingui();
  const labels: Record<Name, string> = { first_name: t`First name`, last_name: t`Last name` };
  const names: readonly Name[] = ['first_name', 'last_name'];
  return (
    <div className={styles.pair}>
      {inNameOrder(useLang(), names).map((name) => (
        <Field
          key={name}
          {...text(name)}
          label={labels[name]}
          required
          autoComplete={AUTOCOMPLETE[name]}
          autoCapitalize="words"
        />
      ))}
    </div>
  );
}
