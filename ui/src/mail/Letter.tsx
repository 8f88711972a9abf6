/** A short letter: what has happened, what it means, where to see more. */

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
      {words.box && (
        <table
          role="presentation"
          width="100%"
          cellspacing="0"
          cellpadding="0"
          style={`margin-top:20px;background:${colour.linen}`}
        >
          <tbody>
            <tr>
              <td style={`padding:24px;border-left:2px solid ${colour.laiton}`}>
                <h2 style={`margin:0 0 12px;${serif}font-size:22px;line-height:28px`}>{words.box.title}</h2>
                <table role="presentation" cellspacing="0" cellpadding="0">
                  <tbody>
                    {words.box.rows.map((row) => (
                      <tr key={row.name}>
                        <td valign="top" style={`padding:3px 20px 3px 0;${small}`}>
                          {row.name}
                        </td>
                        <td style="padding:3px 0;font-size:15px;line-height:21px;font-weight:600;white-space:pre-line">
                          {row.value}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
                {words.box.note && <p style={`margin:16px 0 0;${small}`}>{words.box.note}</p>}
              </td>
            </tr>
          </tbody>
        </table>
      )}
      {words.items && (
        <>
          <h2 style={`margin:28px 0 8px;${serif}font-size:22px;line-height:28px`}>{words.items.title}</h2>
          {words.items.lines.map((line) => (
            <p key={line} style="margin:0 0 4px;font-size:15px;line-height:23px">
              {line}
            </p>
          ))}
        </>
      )}
      {words.link && (
        <p style="margin:28px 0 0">
          <a
            href={words.link.url}
            style={`display:inline-block;padding:13px 32px;background:${colour.lac};color:${colour.paper};font-weight:600;text-decoration:none`}
          >
            {words.link.label}
          </a>
        </p>
      )}
      {words.small.length > 0 && (
        <p style={`margin:24px 0 0;${small}`}>
          {words.small.map((link, at) => (
            <>
              {at > 0 && ' · '}
              <a href={link.url} style={`color:${colour.ink}`}>
                {link.label}
              </a>
            </>
          ))}
        </p>
      )}
      <p style="margin:28px 0 0">{words.closing}</p>
      <p style="margin:0">{words.brand}</p>
    </>
  );
}

/** The same for programs that show text only. */
export function letterText(words: LetterWords, site: MailSite): string {
  const blocks: string[][] = [
    [words.greeting],
    ...words.paragraphs.map((paragraph) => [paragraph]),
    words.box
      ? [
          words.box.title.toUpperCase(),
          ...words.box.rows.map(({ name, value }) => `${name}: ${value.replace(/\n/g, ', ')}`),
          ...(words.box.note ? [words.box.note] : []),
        ]
      : [],
    words.items ? [words.items.title.toUpperCase(), ...words.items.lines] : [],
    words.link ? [`${words.link.label}:`, words.link.url] : [],
    ...words.small.map((link) => [`${link.label}:`, link.url]),
    [words.service],
    [words.closing, words.brand],
    ['-- ', site.company.name, ...site.company.address],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}
