/** Required field of an e-mail address. */

import { useLingui } from '@lingui/react/macro';
import { EMAIL_MAX } from '../domain/text';
import { Field, type FieldProps } from './TextField';

export function EmailField(props: Omit<FieldProps, 'label'>) {
  const { t } = useLingui();
  return (
    <Field
      {...props}
      type="email"
      label={t`Email`}
      required
      autoCapitalize="none"
      inputMode="email"
      maxLength={EMAIL_MAX}
    />
  );
}
