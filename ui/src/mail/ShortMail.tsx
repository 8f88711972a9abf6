/** Short mail: salutation, a few sentences, at most one button. */

import { NoWrap } from '../parts/NoWrap';
import { ButtonLink, Closing, Opening, signature, textLine, textRows } from './blocks';
import { Facts } from './Facts';
import type { ShortMailTexts } from './frame';
import { Panel } from './Panel';
import type { MailSite } from './render';
import { useMailStyle } from './style';

export function ShortMail({ words }: { words: ShortMailTexts }) {
  const { color, display, small } = useMailStyle();
  return (
    <>
      <Opening words={words} />
      {words.paragraphs.map((paragraph) => (
        <p key={paragraph} style={{ margin: '0 0 12px', whiteSpace: 'pre-line' }}>
          <NoWrap inline>{paragraph}</NoWrap>
        </p>
      ))}
      {words.box && (
        <Panel top={20}>
          <h2 style={{ margin: '0 0 12px', ...display, fontSize: '22px', lineHeight: '28px' }}>{words.box.title}</h2>
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
          <ButtonLink url={words.url}>{words.link}</ButtonLink>
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
      <Closing words={words} />
    </>
  );
}

/** Plain-text alternative. */
export function shortMailText(words: ShortMailTexts, site: MailSite): string {
  const line = (name: string, value: string) => textLine(site, name, value);
  const blocks = [
    words.greeting,
    ...words.paragraphs,
    words.box
      ? [
          words.box.title.toUpperCase(),
          ...textRows(site, words.box.rows),
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
    signature(site),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}
