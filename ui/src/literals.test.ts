// @vitest-environment node
/** Texts that the specification quotes, as the English screen shows them (docs/decisions.md §10). */

import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { messages as de } from '../locales/de.po';
import { messages as en } from '../locales/en.po';
import { messages as es } from '../locales/es.po';
import { messages as fr } from '../locales/fr.po';
import { messages as zh } from '../locales/zh.po';
import type { Lang } from './api/types';
import { createI18n, messageText } from './state/i18n';

const root = `${process.cwd()}/..`;
const specification = readFileSync(`${root}/docs/boutique.md`, 'utf8');
const english = createI18n('en', en);

/** A message with its placeholders unfilled. */
function shown(id: string): string {
  const params = Object.fromEntries(['email', 'name', 'number'].map((name) => [name, `{${name}}`]));
  return messageText(english, { id, params });
}

describe('the English screen', () => {
  it.each([
    ['email.empty', 'Please enter a valid email address.'],
    ['email.invalid', 'Please enter a valid email address. For example {email}.'],
    ['newsletter.select', 'Please select one or more ways to hear from us.'],
    ['checkout.payment_method_empty', 'Please select a payment method'],
    ['form.select_option', 'select an option'],
    ['cart.qty_below_one', 'Cannot set quantity below 1'],
    ['cart.qty_maximum', 'You have reached the maximum order quantity for this item.'],
    ['cart.qty_insufficient', "We don't have as many {name} as you requested."],
    ['cart.only_left', 'Only {number} left.'],
    ['cart.kit_parts_out', 'Some items in the set are out of stock.'],
    ['member.card_invalid', 'Please enter a valid ALL Member Card Number.'],
    ['login.incorrect', 'Your email or password was entered incorrectly'],
    ['page.load_failed', 'AN ERROR OCCURRED'],
    ['payment.failed', 'Sorry, your credit card payment failed.'],
  ])('%s: %s', (id, text) => {
    expect(specification).toContain(`'${text}'`);
    expect(shown(id)).toBe(text);
  });

  it('names the statuses of orders as specified', () => {
    const labels = /\*\*Order status labels\*\*: (.*)\./.exec(specification)?.[1]?.split(', ') ?? [];
    expect(labels).toHaveLength(9);
    const seed = parse(readFileSync(`${root}/seed/catalogue/en/vocabulary.toml`, 'utf8'));
    expect(Object.values(seed.status as Record<string, string>).sort()).toEqual([...labels].sort());
  });
});

describe('words of the wire', () => {
  const i18n = Object.entries({ en, fr, de, es, zh }).map(([lang, pack]) => createI18n(lang as Lang, pack));

  it.each([
    'error.unnamed',
    'login.required',
    'product.not_found',
    'error.try_later',
  ])('%s is a sentence on screen', (id) => {
    for (const one of i18n) expect(messageText(one, { id })).toMatch(/^[\p{Lu}\p{Script=Han}].{3,}[.。]$/u);
    expect(['error', 'login required', 'Invalide product.', 'error while processing, try later']).not.toContain(
      shown(id),
    );
  });
});
