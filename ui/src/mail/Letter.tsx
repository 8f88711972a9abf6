/** A short mail: a greeting, a few sentences, one button. */

import type { LetterWords } from './letterWords';
import type { MailSite } from './render';
import { colour, serif } from './style';

const small = `font-size:14px;line-height:21px;color:${colour.ink2}`;

export function Letter({ words }: { words: LetterWords }) {
  return (
    <>
      <h1 style={`margin:0 0 16px;${serif}font-size:28px;line-height:34px`}>{words.subject}</h1>
      <p style="margin:0 0 12px">{words.greeting}</p>
      {words.paragraphs.map((paragraph) => (
        <p key={paragraph} style="margin:0 0 12px">
          {paragraph}
        </p>
      ))}
      <p style="margin:24px 0 28px">
        <a
          href={words.url}
          style={`display:inline-block;padding:13px 32px;background:${colour.lac};color:${colour.paper};font-weight:600;text-decoration:none`}
        >
          {words.link}
        </a>
      </p>
      {words.notes.map((note) => (
        <p key={note} style={`margin:0 0 8px;${small}`}>
          {note}
        </p>
      ))}
      <p style="margin:28px 0 0">{words.closing}</p>
      <p style="margin:0">{words.brand}</p>
    </>
  );
}

/** The same for programs that show text only. */
export function letterText(words: LetterWords, site: MailSite): string {
  const blocks = [
    words.greeting,
    ...words.paragraphs,
    `${words.link}:\n${words.url}`,
    ...words.notes,
    words.service,
    `${words.closing}\n${words.brand}`,
    ['-- ', site.company.name, ...site.company.address].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}
