// @vitest-environment node
/** Newsletter and contact mails: required content and links in HTML and plain text, escaping. */

import { describe, expect, it } from 'vitest';
import { messages as de } from '../../locales/de.po';
import { mailSite as site } from '../fixtures';
import { createI18n } from '../state/i18n';
import { type MailTemplate, renderMail } from './render';

const letters = { hah_subscribe: 1, brand: 0, all_subscribe_status: 1 };
const write = (template: MailTemplate, data: unknown) => renderMail(template, createI18n('en', {}), site, data);

const confirm = {
  letters,
  confirm_url: 'https://shop.example/en/newsletter/confirm?token=abc',
  expires_on: '2026-11-28',
  cancel_url: 'https://shop.example/en/newsletter/unsubscribe?token=def',
};

describe('double opt-in mail', () => {
  const { subject, html, text } = write('newsletter_confirm', confirm);

  it.each([
    confirm.confirm_url,
    confirm.cancel_url,
    'https://shop.example/en/help/privacy-statement',
    '28 November 2026',
    'The boutique: new pieces, the seasons, care',
    'The partner loyalty programme: points and offers',
    'Valmère Maison SAS',
  ])('contains in HTML and text: %s', (words) => {
    // `NoWrap` wraps parts of the text in elements.
    expect(html.replace(/<\/?span[^>]*>/g, '')).toContain(words);
    expect(text).toContain(words);
  });

  it('names only the chosen lists', () => {
    expect(subject).toBe('Please confirm: the letters of Valmère');
    expect(text).not.toContain('rooms, tables');
  });

  it('is in the recipient’s language', () => {
    const german = renderMail('newsletter_confirm', createI18n('de', de), { ...site, lang: 'de' }, confirm);
    expect(german.html).toMatch(/^<!doctype html><html lang="de-DE">/);
    expect(german.text).toContain('28. November 2026');
    expect(german.subject).toBe('Bitte bestätigen: der Newsletter von Valmère');
  });
});

it('newsletter mails contain an unsubscribe link', () => {
  const unsubscribe_url = 'https://shop.example/en/newsletter/unsubscribe?token=def';
  const first = write('newsletter_welcome', { letters, again: false, unsubscribe_url });
  const again = write('newsletter_welcome', { letters, again: true, unsubscribe_url });
  expect(first.html).toContain(unsubscribe_url);
  expect(again.text).toContain(unsubscribe_url);
  expect(first.subject).not.toBe(again.subject);
});

it('unsubscribing is confirmed at once and when effective', () => {
  const asked = write('newsletter_unsubscribing', { ends_on: '2026-11-24', home_url: 'https://shop.example/en' });
  expect(asked.text).toContain('1 to 2 working days: after 24 November 2026');
  const over = write('newsletter_unsubscribed', { home_url: 'https://shop.example/en' });
  expect(over.text).toContain('This mail is the last');
  expect(over.text).not.toContain('undefined');
});

it('the new link to an order says what it leads to and how long it works', () => {
  const { subject, html, text } = write('order_link', {
    order_number: '2026-000123',
    url: '/en/ordersuccess?token=abc',
    expires_at: '2026-12-21T09:00:00Z',
  });
  expect(subject).toBe('The link to your order 2026-000123');
  expect(html).toContain('https://shop.example/en/ordersuccess?token=abc');
  for (const words of ['its invoice and the withdrawal', '21 December 2026', 'your address alone']) {
    expect(text).toContain(words);
  }
});

it('the link to a form says what to do, until when, and that nothing was sent yet', () => {
  const { subject, html, text } = write('form_link', {
    url: 'https://shop.example/en/contact-us?proof=abc',
    expires_at: '2026-11-21T11:00:00Z',
  });
  expect(subject).toBe('One more step: your form at Valmère');
  expect(html).toContain('https://shop.example/en/contact-us?proof=abc');
  for (const words of ['only needs to be sent once more', '21 November 2026, 12:00', 'nothing has been sent to us']) {
    expect(text).toContain(words);
  }
});

describe('contact acknowledgement', () => {
  it('repeats the message, escaped', () => {
    const { subject, html, text } = write('contact_received', {
      name: 'Claire Aubert',
      subject: 'care_information',
      message: 'Is <b>this</b> washable?\nAt 60 °C?',
      reference: '7KQ2M9XH4P',
    });
    expect(subject).toBe('We have your message 7KQ2M9XH4P');
    expect(html).toContain('Is &lt;b>this&lt;/b> washable?');
    expect(text).toContain('> Is <b>this</b> washable?\n> At 60 °C?');
    expect(text).toContain('Dear Claire Aubert,');
    expect(text).toContain('Care of a product');
  });

  it('omits the message for unverified addresses', () => {
    const { text } = write('contact_received', { name: '', subject: 'other', message: '', reference: '7KQ2M9XH4P' });
    expect(text).toMatch(/^Good day,/);
    expect(text).not.toContain('What you wrote');
  });
});

describe('answer to a message', () => {
  const data = {
    kind: 'message',
    reference: '7K3F9QXZ2M',
    name: 'Frida Böhm',
    text: 'Ja, <b>bei 30 Grad</b>.\nFlach trocknen.\n\nGern.',
  };

  it('bears the reference, the words of the house and nothing that the customer wrote', () => {
    const german = renderMail('message_reply', createI18n('de', de), { ...site, lang: 'de' }, data);
    expect(german.subject).toBe('Ihre Nachricht 7K3F9QXZ2M');
    expect(german.text).toContain('Ja, <b>bei 30 Grad</b>.\nFlach trocknen.\n\nGern.');
    expect(german.html).toContain('&lt;b>bei 30 Grad&lt;/b>');
    expect(german.html).toContain('white-space:pre-line');
    expect(german.text).toContain('Frida Böhm');
  });

  it('is told apart from one about a withdrawal', () => {
    expect(write('message_reply', { ...data, kind: 'withdrawal', reference: 'W2026-00001' }).subject).toBe(
      'Your withdrawal W2026-00001',
    );
  });
});

describe('the look of a house', () => {
  const logo = { url: 'https://shop.example/brand/abc.png', width: 480, height: 120 };
  const words = { ...site.look.words, signature: 'Yours, {brand}', hotel_letters: 'Rooms and tables of {brand}' };
  const shades = { ...site.look.shades, primary: '#123456' };
  const of = (look: Partial<typeof site.look>) =>
    renderMail(
      'newsletter_confirm',
      createI18n('en', {}),
      { ...site, look: { ...site.look, ...look } },
      {
        ...confirm,
        letters: { ...letters, brand: 1 },
      },
    );

  it('is in its letters: logo, colours and words', () => {
    const { html, text } = of({ logo, words, shades });
    expect(html).toContain('<img src="https://shop.example/brand/abc.png" alt="Valmère" width="224" height="56"');
    expect(html).toContain('background:#123456');
    for (const said of ['Yours, Valmère', 'Rooms and tables of Valmère']) {
      expect(html).toContain(said);
      expect(text).toContain(said);
    }
  });

  it.each([
    ['spectral', ["Spectral,Georgia,'Times New Roman',serif", 'Figtree,Arial,Helvetica,sans-serif']],
    ['gilda', ["'Gilda Display',Georgia,'Times New Roman',serif", "'Hanken Grotesk',Arial,Helvetica,sans-serif"]],
    ['figtree', ['Figtree,Arial,Helvetica,sans-serif']],
  ] as const)('is set in its typeface, %s', (typeface, families) => {
    const { html } = of({ typeface });
    const used = [...html.matchAll(/font-family:([^;"]+)/g)].map(([, family = '']) => family);
    expect(new Set(used.map((family) => family.replaceAll('&#39;', "'").replaceAll('&quot;', "'")))).toEqual(
      new Set(families),
    );
    expect(html).not.toMatch(/@font-face|<link|@import/);
  });

  it('is plain where it says nothing', () => {
    const { html, text } = of({});
    expect(html).not.toContain('<img');
    expect(text).toContain('With kind regards');
    expect(text).toContain('The hotels of Valmère: news and offers');
    expect(html + text).not.toMatch(/lake|linen room/i);
  });
});
