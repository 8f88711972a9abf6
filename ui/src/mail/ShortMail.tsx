/** Short mail: salutation, a few sentences, at most one button. */

import type { CSSProperties } from 'react';
import { colon } from '../domain/format';
import { NoWrap } from '../parts/NoWrap';
import { Facts } from './Facts';
import type { ShortMailTexts } from './frame';
import { Panel } from './Panel';
import type { MailSite } from './render';
import { color, serif } from './style';

const small: CSSProperties = { fontSize: '14px', lineHeight: '21px', color: color.textSecondary };

export function ShortMail({ words }: { words: ShortMailTexts }) {
  return (
    <>
      <h1 style={{ margin: '0 0 16px', ...serif, fontSize: '28px', lineHeight: '34px', textWrap: 'balance' }}>
        <NoWrap inline>{words.subject}</NoWrap>
      </h1>
      <p style={{ margin: '0 0 12px' }}>{words.greeting}</p>
      {words.paragraphs.map((paragraph) => (
        <p key={paragraph} style={{ margin: '0 0 12px' }}>
          <NoWrap inline>{paragraph}</NoWrap>
        </p>
      ))}
      {words.box && (
        <Panel top={20}>
          <h2 style={{ margin: '0 0 12px', ...serif, fontSize: '22px', lineHeight: '28px' }}>{words.box.title}</h2>
          <Facts rows={words.box.rows} />
          {words.box.note && (
            <p style={{ margin: '16px 0 0', ...small }}>
              <NoWrap inline>{words.box.note}</NoWrap>
            </p>
          )}
        </Panel>
      )}
      {words.list && (
        <Panel top={12}>
          <p style={{ margin: '0 0 8px', ...small }}>{words.list.title}</p>
          {words.list.items.map((item) => (
            <p key={item} style={{ margin: 0 }}>
              {item}
            </p>
          ))}
        </Panel>
      )}
      {words.link && (
        <p style={{ margin: '24px 0 28px' }}>
          <a
            href={words.url}
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
            {words.link}
          </a>
        </p>
      )}
      {words.quote && (
        <>
          <p style={{ margin: '28px 0 8px', ...small }}>{words.quote.title}</p>
          <p
            style={{
              margin: 0,
              padding: '16px 24px',
              background: color.surface,
              fontSize: '15px',
              lineHeight: '23px',
              whiteSpace: 'pre-line',
            }}
          >
            {words.quote.text}
          </p>
        </>
      )}
      {words.notes.map((note) => {
        const { text, link, url } = typeof note === 'string' ? { text: note, link: '', url: '' } : note;
        return (
          <p key={text || url} style={{ margin: '0 0 8px', ...small }}>
            <NoWrap inline>{text && link ? `${text} ` : text}</NoWrap>
            {link && (
              <a href={url} style={{ color: color.text }}>
                {link}
              </a>
            )}
          </p>
        );
      })}
      <p style={{ margin: '28px 0 0' }}>{words.closing}</p>
      <p style={{ margin: 0 }}>{words.brand}</p>
    </>
  );
}

/** Plain-text alternative. */
export function shortMailText(words: ShortMailTexts, site: MailSite): string {
  const line = (name: string, value: string) => colon(site.lang, name) + value;
  const blocks = [
    words.greeting,
    ...words.paragraphs,
    words.box
      ? [
          words.box.title.toUpperCase(),
          ...words.box.rows.map(({ name, value }) => line(name, value.replace(/\n/g, ', '))),
          ...(words.box.note ? [words.box.note] : []),
        ].join('\n')
      : '',
    words.list ? [words.list.title, ...words.list.items.map((item) => `- ${item}`)].join('\n') : '',
    words.link ? `${line(words.link, '').trimEnd()}\n${words.url}` : '',
    words.quote ? [words.quote.title, ...words.quote.text.split('\n').map((line) => `> ${line}`)].join('\n') : '',
    ...words.notes.map((note) =>
      typeof note === 'string' ? note : [note.text, line(note.link, note.url)].filter(Boolean).join('\n'),
    ),
    words.service,
    `${words.closing}\n${words.brand}`,
    ['-- ', site.company.name, ...site.company.address].join('\n'),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}
