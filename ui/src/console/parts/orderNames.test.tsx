import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderHook } from '@testing-library/preact';
import { expect, test } from 'vitest';
import { useOrderNames } from './orderNames';

test('the letters to the house have names', () => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  const { result } = renderHook(useOrderNames, {
    wrapper: (props: object) => <I18nProvider i18n={i18n} {...props} />,
  });
  for (const letter of ['operator_notice', 'staff_invitation', 'audit_seal', 'setting_waiting', 'credential_changed'])
    expect(result.current.mail(letter)).not.toBe(letter);
});
