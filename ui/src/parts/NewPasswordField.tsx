/** Field of a new password, which says how strong it is. */

import { useLingui } from '@lingui/react/macro';
import { ADVISED_LENGTH, type PasswordStrength, passwordStrength } from '../domain/passwordStrength';
import styles from './NewPasswordField.module.css';
import { NoWrap } from './NoWrap';
import { PasswordField, type PasswordFieldProps } from './PasswordField';

export function NewPasswordField(props: Omit<PasswordFieldProps, 'autoComplete'>) {
  const { t } = useLingui();
  const number = ADVISED_LENGTH;
  const words: Record<PasswordStrength, string> = {
    weak: t`Weak: with ${number} characters or more, of different kinds, it protects you better.`,
    fair: t`Fair: a longer one protects you better still.`,
    strong: t`Strong.`,
  };
  const strength = props.value === '' ? undefined : passwordStrength(props.value);
  return (
    <div className={styles.field}>
      <PasswordField {...props} autoComplete="new-password" />
      <div className={styles.told}>
        <span className={styles.bar} data-strength={strength} aria-hidden="true" />
        {/* Announced when it changes, not at each key. */}
        <p role="status" className={styles.words}>
          <NoWrap>{strength ? words[strength] : ''}</NoWrap>
        </p>
      </div>
    </div>
  );
}
