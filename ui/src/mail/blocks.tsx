/** Blocks that all mails are made of. */

import type { ReactNode } from 'react';
import { colon } from '../domain/format';
import { NoWrap } from '../parts/NoWrap';
import type { Row } from './orderTexts';
import type { MailSite } from './render';
import { useMailStyle } from './style';

/** Subject and salutation. */
export function Opening({ words }: { words: { subject: string; greeting: string } }) {
  const { display } = useMailStyle();
  return (
    <>
      <h1 style={{ margin: '0 0 16px', ...display, fontSize: '28px', lineHeight: '34px', textWrap: 'balance' }}>
        <NoWrap inline>{words.subject}</NoWrap>
      </h1>
      <p style={{ margin: '0 0 12px' }}>{words.greeting}</p>
    </>
  );
}

export function ButtonLink({ url, children }: { url: string; children: ReactNode }) {
  const { color } = useMailStyle();
  return (
    <a
      href={url}
      style={{
        display: 'inline-block',
        padding: '13px 32px',
        background: color.primary,
        color: color.background,
        fontWeight: 600,
        textAlign: 'center',
        textWrap: 'balance',
        textDecoration: 'none',
      }}
    >
      {children}
    </a>
  );
}

export function Closing({ words }: { words: { closing: string; brand: string } }) {
  return (
    <>
      <p style={{ margin: '28px 0 0' }}>{words.closing}</p>
      <p style={{ margin: 0 }}>{words.brand}</p>
    </>
  );
}

/** Label and value in the plain-text alternative. */
export function textLine({ lang }: MailSite, name: string, value: string): string {
  return colon(lang, name) + value;
}

export function textRows(site: MailSite, rows: readonly Row[]): string[] {
  return rows.map(({ name, value }) => textLine(site, name, value.replace(/\n/g, ', ')));
}

/** The sender below the plain-text alternative. */
export function signature({ company }: MailSite): string {
  return ['-- ', company.name, ...company.address].join('\n');
}
