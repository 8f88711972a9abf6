/** A short mail: a few sentences, at most one thing to do, and what stands below it in small print. */

import type { MailSite } from './render';
import { colour, serif } from './style';

export interface NoteLink {
  label: string;
  url: string;
}

/** Every sentence of a short mail: one source for HTML and text. */
export interface NoteWords {
  subject: string;
  /** What an inbox shows beside the subject. */
  preview: string;
  greeting: string;
  paragraphs: string[];
  /** What the mail is about, point by point. */
  list?: { title: string; items: string[] };
  button?: NoteLink;
  /** What somebody wrote, as they wrote it. */
  quote?: { title: string; text: string };
  /** Small print; a link stands behind its sentence. */
  small: { text: string; link?: NoteLink }[];
  closing: string;
  brand: string;
  service: string;
}

const small = `font-size:14px;line-height:21px;color:${colour.ink2}`;

export function Note({ words }: { words: NoteWords }) {
  return (
    <>
      <h1 style={`margin:0 0 16px;${serif}font-size:28px;line-height:34px`}>{words.subject}</h1>
      <p style="margin:0 0 12px">{words.greeting}</p>
      {words.paragraphs.map((paragraph) => (
        <p key={paragraph} style="margin:0 0 12px">
          {paragraph}
        </p>
      ))}
      {words.list && (
        <table
          role="presentation"
          width="100%"
          cellspacing="0"
          cellpadding="0"
          style={`margin-top:12px;background:${colour.linen}`}
        >
          <tbody>
            <tr>
              <td style={`padding:20px 24px;border-left:2px solid ${colour.laiton}`}>
                <p style={`margin:0 0 8px;${small}`}>{words.list.title}</p>
                {words.list.items.map((item) => (
                  <p key={item} style="margin:0">
                    {item}
                  </p>
                ))}
              </td>
            </tr>
          </tbody>
        </table>
      )}
      {words.button && (
        <p style="margin:28px 0 0">
          <a
            href={words.button.url}
            style={`display:inline-block;padding:13px 32px;background:${colour.lac};color:${colour.paper};font-weight:600;text-decoration:none`}
          >
            {words.button.label}
          </a>
        </p>
      )}
      {words.quote && (
        <>
          <p style={`margin:28px 0 8px;${small}`}>{words.quote.title}</p>
          <p
            style={`margin:0;padding:16px 24px;background:${colour.linen};font-size:15px;line-height:23px;white-space:pre-line`}
          >
            {words.quote.text}
          </p>
        </>
      )}
      {words.small.map(({ text, link }, at) => (
        <p key={text} style={`margin:${at === 0 ? 28 : 8}px 0 0;${small}`}>
          {link ? `${text} ` : text}
          {link && (
            <a href={link.url} style={`color:${colour.ink}`}>
              {link.label}
            </a>
          )}
        </p>
      ))}
      <p style="margin:28px 0 0">{words.closing}</p>
      <p style="margin:0">{words.brand}</p>
    </>
  );
}

/** The same for programs that show text only. */
export function noteText(words: NoteWords, site: MailSite): string {
  const blocks: string[][] = [
    [words.greeting],
    ...words.paragraphs.map((paragraph) => [paragraph]),
    words.list ? [words.list.title, ...words.list.items.map((item) => `- ${item}`)] : [],
    words.button ? [`${words.button.label}:`, words.button.url] : [],
    words.quote ? [words.quote.title, ...words.quote.text.split('\n').map((line) => `> ${line}`)] : [],
    ...words.small.map(({ text, link }) => (link ? [text, `${link.label}: ${link.url}`] : [text])),
    [words.service],
    [words.closing, words.brand],
    ['-- ', site.company.name, ...site.company.address],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}
