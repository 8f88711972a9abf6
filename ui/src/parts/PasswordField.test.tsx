/** Password field: masked until it is asked to be shown (experience.md K13; ASVS 6.2.6 and 6.2.7). */

import { I18nProvider } from '@lingui/react';
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createI18n } from '../state/i18n';
import { NewPasswordField } from './NewPasswordField';
import { PasswordField } from './PasswordField';

function show(value = '') {
  const onInput = vi.fn();
  render(
    <I18nProvider i18n={createI18n('en', {})}>
      <PasswordField id="password" label="Password" value={value} onInput={onInput} autoComplete="current-password" />
    </I18nProvider>,
  );
  return onInput;
}

const field = () => document.querySelector<HTMLInputElement>('#password') as HTMLInputElement;

describe('password field', () => {
  afterEach(cleanup);

  it('masks what is typed until its button is pressed, and again after another press', () => {
    show('eight quiet lakes');
    expect(field().type).toBe('password');
    fireEvent.click(screen.getByRole('button', { name: 'Show: Password' }));
    expect(field().type).toBe('text');
    expect(field().value).toBe('eight quiet lakes');
    fireEvent.click(screen.getByRole('button', { name: 'Hide: Password' }));
    expect(field().type).toBe('password');
  });

  it('takes what a password manager fills in or somebody pastes', () => {
    const onInput = show();
    expect(field().autocomplete).toBe('current-password');
    const paste = new Event('paste', { bubbles: true, cancelable: true });
    field().dispatchEvent(paste);
    expect(paste.defaultPrevented).toBe(false);
    fireEvent.input(field(), { target: { value: 'correct horse' } });
    expect(onInput).toHaveBeenCalledWith('correct horse');
  });
});

describe('field of a new password', () => {
  afterEach(cleanup);

  it.each([
    ['', ''],
    ['secret', 'Weak: with 8 characters or more, of different kinds, it protects you better.'],
    ['Lake-1874', 'Fair: a longer one protects you better still.'],
    ['quiet-lake-1874', 'Strong.'],
  ])('says how strong %j is', (value, words) => {
    render(
      <I18nProvider i18n={createI18n('en', {})}>
        <NewPasswordField id="password" label="Password" value={value} onInput={() => {}} />
      </I18nProvider>,
    );
    expect(screen.getByRole('status').textContent).toBe(words);
    expect(field().autocomplete).toBe('new-password');
  });
});
