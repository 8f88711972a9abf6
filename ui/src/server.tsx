/** Entry for server rendering: JSON in, JSON out, no I/O. The engine has no `URL`, `TextEncoder` or timers. */

import screens from 'virtual:screens/all';
import type { Messages } from '@lingui/core';
import { renderToString } from 'react-dom/server';
import { read as de } from '../locales/de.po?part=all';
import { read as en } from '../locales/en.po?part=all';
import { read as es } from '../locales/es.po?part=all';
import { read as fr } from '../locales/fr.po?part=all';
import { read as zh } from '../locales/zh.po?part=all';
import { Answers } from './api/answers';
import type { Lang, Site } from './api/types';
import { App } from './app';
import { type DemoPaymentInput, renderDemoPayment } from './demo/DemoPayment';
import { splitUrl } from './domain/urls';
import { later } from './later';
import { renderHead } from './layout/head';
import { type FiguresInput, figuresTexts } from './mail/figuresTexts';
import { type InvoiceDocument, invoiceTexts } from './mail/invoiceTexts';
import { type PackingPaper, packingTexts } from './mail/packingTexts';
import { type MailSite, type MailTemplate, renderMail } from './mail/render';
import { provideScreen } from './screens';
import { createI18n } from './state/i18n';
import { provideLater } from './state/later';
import type { HeadCollector } from './state/page';
import type { RouteState } from './state/route';
import type { KeptForm, PageInfo, PageVariant, SentForm } from './state/site';

const packs: Record<Lang, () => Messages> = { en, fr, de, es, zh };
/** One i18n instance per language; it holds no state of a page. */
const i18ns = new Map<Lang, ReturnType<typeof createI18n>>();

function i18nOf(lang: Lang) {
  let i18n = i18ns.get(lang);
  if (!i18n) {
    i18n = createI18n(lang, packs[lang]());
    i18ns.set(lang, i18n);
  }
  return i18n;
}

for (const [name, screen] of Object.entries(screens)) provideScreen(name, screen);
provideLater(later);

interface PageInput {
  url: string;
  lang: Lang;
  page: string;
  route: Pick<RouteState, 'params' | 'access' | 'no_return'>;
  status: number;
  variant: PageVariant;
  site: Site;
  calls: Record<string, unknown>;
  errors?: ConstructorParameters<typeof Answers>[1];
  form?: SentForm | null;
  kept?: KeptForm | null;
  attempt?: string | null;
  consent?: PageInfo['consent'];
}

interface PageOutput {
  html: string;
  title: string;
  head: string;
  htmlLang: string;
}

function render(json: string): string {
  const input = JSON.parse(json) as PageInput;
  const { url, lang, page, route, variant, calls, errors } = input;
  const { path, search } = splitUrl(url);
  const head: HeadCollector = { current: undefined };
  const i18n = i18nOf(lang);
  const info = { ...input, path, search };
  const html = renderToString(
    <App
      info={info}
      i18n={i18n}
      answers={new Answers(calls, errors)}
      route={{ ...route, name: page, path, search, variant }}
      head={head}
    />,
  );
  if (!html) throw new Error('rendered nothing');
  if (!head.current) throw new Error(`the screen declared no head: ${page}`);
  const output: PageOutput = { html, ...renderHead(head.current, info, head.picture) };
  return JSON.stringify(output);
}

interface MailInput {
  template: MailTemplate;
  lang: Lang;
  site: MailSite;
  data: unknown;
}

Object.assign(globalThis, {
  render,
  renderMail: (json: string) => {
    const { template, lang, site, data } = JSON.parse(json) as MailInput;
    return JSON.stringify(renderMail(template, i18nOf(lang), site, data));
  },
  renderInvoice: (json: string) => {
    const document = JSON.parse(json) as InvoiceDocument;
    return JSON.stringify(invoiceTexts(i18nOf(document.lang), document));
  },
  renderPacking: (json: string) => {
    const paper = JSON.parse(json) as PackingPaper;
    return JSON.stringify(packingTexts(i18nOf(paper.lang), paper));
  },
  renderFigures: (json: string) => {
    const { lang } = JSON.parse(json) as FiguresInput;
    return JSON.stringify(figuresTexts(i18nOf(lang)));
  },
  renderDemo: (json: string) => {
    const input = JSON.parse(json) as DemoPaymentInput;
    return JSON.stringify(renderDemoPayment(input, i18nOf(input.lang)));
  },
});
