// @vitest-environment node
/** Our reader of compiled messages against the library's own, on everything its tools can make of our messages. */

import { createRequire } from 'node:module';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { setupI18n } from './core';
import { I18nProvider, Trans } from './react';

// The real library, past the alias of the build.
const library = createRequire(import.meta.url)('@lingui/core');

const MESSAGES = [
  'Plain words',
  'Order {number} at {brand}',
  '{count, plural, one {# item} other {# items}}',
  '{count, plural, =0 {nothing} one {# item} other {# items of {brand}}}',
  '{count, plural, offset:1 one {you and # other} other {you and # others}}',
  '{count, plural, one {un article} many {# d’articles} other {# articles}}',
  "We don't have as many {name} as you requested.",
  '{kind, select, card {by card} other {otherwise, {name}}}',
  'See <0>the {name}</0> or<1/> {count}',
];

describe('compiled messages', () => {
  it.each(['en', 'fr', 'de', 'es', 'zh'])('read the same as by the library: %s', (locale) => {
    const messages = Object.fromEntries(MESSAGES.map((text, at) => [`m${at}`, compileMessage(text)]));
    const ours = setupI18n({ locale, messages: { [locale]: messages } });
    const theirs = library.setupI18n({ locale, messages: { [locale]: messages } });
    for (const count of [0, 1, 2, 5, 12_345, 1_000_000]) {
      const values = {
        count,
        number: '2026-000123',
        brand: 'Valmère',
        name: 'towels',
        kind: count ? 'card' : 'cheque',
      };
      for (const id of Object.keys(messages)) {
        expect(ours._(id, values), `${id} ${count}`).toBe(theirs._(id, values));
      }
    }
  });

  it('say their id when they are in no catalogue', () => {
    expect(setupI18n({ locale: 'en' })._('unknown.id')).toBe('unknown.id');
  });
});

describe('Trans', () => {
  const i18n = setupI18n({
    locale: 'en',
    messages: {
      en: { a: compileMessage('See <0>the {name}</0> or<1/> {n}'), b: compileMessage('{who}, <0>a <1>b</1></0>') },
    },
  });
  const render = (node: import('react').ReactElement) =>
    renderToString(<I18nProvider i18n={i18n}>{node}</I18nProvider>);

  it('takes nothing in a value for a tag', () => {
    expect(render(<Trans id="b" values={{ who: '<0>x</0> <script>' }} components={{ 0: <b />, 1: <i /> }} />)).toBe(
      '&lt;0>x&lt;/0> &lt;script>, <b>a <i>b</i></b>',
    );
  });

  it('puts elements into the sentence', () => {
    // biome-ignore lint/a11y/useAnchorContent: the sentence fills it
    const components = { 0: <a href="/x" />, 1: <br /> };
    expect(render(<Trans id="a" values={{ name: 'terms', n: 2 }} components={components} />)).toBe(
      'See <a href="/x">the terms</a> or<br/> 2',
    );
  });

  it('nests them, and takes elements as values', () => {
    const components = { 0: <em />, 1: <b /> };
    expect(render(<Trans id="b" values={{ who: <i>you</i> }} components={components} />)).toBe(
      '<i>you</i>, <em>a <b>b</b></em>',
    );
  });
});
