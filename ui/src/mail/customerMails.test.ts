// @vitest-environment node
/** Account mails: required content in HTML and plain text. */

import { describe, expect, it } from 'vitest';
import { messages as de } from '../../locales/de.po';
import { mailSite as site } from '../fixtures';
import { createI18n } from '../state/i18n';
import { renderMail, type ShortMailTemplate } from './render';

const url = 'https://shop.example/en/account/setPassword?token=a&b';
const person = { first_name: 'Claire <b>', url };

const mails: [ShortMailTemplate, object, string, string[]][] = [
  ['welcome', {}, 'Welcome to Valmère', ['Go to your account', 'we will delete it']],
  [
    'password_reset',
    { expires_at: '2026-11-21T22:30:00Z', order_number: '' },
    'Choose a new password',
    ['21 November 2026, 23:30 (Paris time)', 'your password stays as it is'],
  ],
  [
    'password_first',
    { expires_at: '2026-07-01T22:30:00Z', order_number: '2026-000123' },
    'Choose a password for your account',
    ['2026-000123', '2 July 2026, 00:30 (Paris time)', 'nobody can log in'],
  ],
  ['password_changed', {}, 'Your password has been changed', ['every device has been logged out', 'write to us']],
  ['passkey_added', { name: 'My phone' }, 'A passkey has been added to your account', ['‘My phone’', 'write to us']],
  [
    'passkey_removed',
    { name: 'My phone' },
    'A passkey has been removed from your account',
    ['‘My phone’', 'look through the passkeys'],
  ],
  ['email_changed', { new_email: 'an…@example.com' }, 'Your account has a new email address', ['an…@example.com']],
  [
    'deletion_asked',
    { due_at: '2026-11-24T23:30:00Z' },
    'Your account will be deleted',
    ['25 November 2026', 'Keep my account', 'Invoices are kept'],
  ],
  ['deletion_done', {}, 'Your account has been deleted', ['last letter to this address']],
];

describe.each(mails)('%s', (template, data, subject, wanted) => {
  const mail = renderMail(template, createI18n('en', {}), site, { ...person, ...data });

  it('has its subject', () => expect(mail.subject).toBe(subject));

  it.each([...wanted, 'maison@valmere.example', '74000 Annecy'])('contains in HTML and text: %s', (words) => {
    // `NoWrap` wraps parts of the text in elements.
    expect(mail.html.replace(/<\/?span[^>]*>/g, '')).toContain(words);
    expect(mail.text).toContain(words);
  });

  it('links its target, and escapes user input', () => {
    expect(mail.text).toContain(url);
    expect(mail.html).toContain('token=a&amp;b');
    expect(mail.html).toContain('Dear Claire &lt;b>,');
    expect(mail.text).toContain('Dear Claire <b>,');
    expect(mail.html).toMatch(/^<!doctype html><html lang="en-GB">/);
  });
});

it('has a salutation without a name', () => {
  expect(renderMail('welcome', createI18n('en', {}), site, { first_name: '', url }).text).toMatch(/^Good day,\n/);
});

it('continues the salutation in lower case in German, not in the preview', () => {
  const { html, text } = renderMail('welcome', createI18n('de', de), { ...site, lang: 'de' }, person);
  expect(text).toMatch(/,\n\nvielen Dank/);
  expect(html).toContain('>Vielen Dank');
});

it('rejects unknown templates', () => {
  expect(() => renderMail('toString' as ShortMailTemplate, createI18n('en', {}), site, person)).toThrow('no such mail');
});
