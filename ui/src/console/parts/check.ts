/** Rules of fields that need no server; it has the last word. */

import { useLingui } from '@lingui/react/macro';

export const PASSWORD_MIN = 12;

export function useChecks() {
  const { t } = useLingui();
  return {
    email: (value: string) =>
      /^\S+@\S+\.\S+$/.test(value.trim()) ? undefined : t`Enter an email address such as anna@example.com.`,
    name: (value: string) => (value.trim() ? undefined : t`Enter a name.`),
    filled: (value: string) => (value ? undefined : t`Enter your password.`),
    newPassword: (value: string) =>
      [...value].length >= PASSWORD_MIN ? undefined : t`Enter a password of ${PASSWORD_MIN} characters or more.`,
    code: (value: string) =>
      /^\d{6}$/.test(plainCode(value)) ? undefined : t`Enter the six digits that your app shows now.`,
    /** Six digits or a recovery code. */
    anyCode: (value: string) =>
      plainCode(value).length >= 6 ? undefined : t`Enter the six digits of your app, or a recovery code.`,
  };
}

/** As typed or pasted, with or without spaces. */
export function plainCode(value: string): string {
  return value.replaceAll(/\s/g, '');
}
