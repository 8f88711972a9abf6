/** Order confirmation, or goods that were added: items, totals, payment, addresses. */

import type { CSSProperties } from 'react';
import { NoWrap } from '../parts/NoWrap';
import { ButtonLink, Closing, Opening, signature, textLine, textRows } from './blocks';
import { Facts } from './Facts';
import type { OrderTexts, Row } from './orderTexts';
import { Panel } from './Panel';
import type { MailSite } from './render';
import { useMailStyle } from './style';

function Title({ children }: { children: string }) {
  const { color, display } = useMailStyle();
  return (
    <h2 style={{ margin: '32px 0 8px', ...display, fontSize: '22px', lineHeight: '28px', color: color.text }}>
      {children}
    </h2>
  );
}

function Lines({ lines }: { lines: string[] }) {
  return (
    <p style={{ margin: 0, fontSize: '15px', lineHeight: '23px' }}>
      {lines.map((line, at) => (
        <>
          {at > 0 && <br />}
          {line}
        </>
      ))}
    </p>
  );
}

function Sum({ row, strong }: { row: Row; strong?: boolean }) {
  const { color } = useMailStyle();
  const weight: CSSProperties = strong
    ? {
        fontSize: '18px',
        lineHeight: '28px',
        fontWeight: 600,
        padding: '12px 0 4px',
        borderTop: `1px solid ${color.borderSubtle}`,
      }
    : { padding: '3px 0' };
  return (
    <tr>
      <td style={weight}>{row.name}</td>
      <td align="right" style={{ ...weight, whiteSpace: 'nowrap' }}>
        {row.value}
      </td>
    </tr>
  );
}

export function OrderReceived({ words }: { words: OrderTexts }) {
  const { color, display, small } = useMailStyle();
  return (
    <>
      <Opening words={words} />
      <p style={{ margin: 0 }}>
        <NoWrap inline>{words.opening}</NoWrap>
      </p>
      {words.consent && (
        <p style={{ margin: '16px 0 0' }}>
          <NoWrap inline>{words.consent}</NoWrap>
        </p>
      )}

      {words.pay && (
        <Panel top={28}>
          <h2 style={{ margin: '0 0 8px', ...display, fontSize: '22px', lineHeight: '28px' }}>{words.pay.title}</h2>
          <p style={{ margin: '0 0 16px', fontSize: '15px', lineHeight: '23px' }}>
            <NoWrap inline>{words.pay.text}</NoWrap>
          </p>
          <Facts rows={words.pay.steps} />
          <p style={{ margin: '16px 0 0', ...small }}>
            <NoWrap inline>{words.pay.hold}</NoWrap>
          </p>
        </Panel>
      )}

      <Title>{words.itemsTitle}</Title>
      <table role="presentation" width="100%" cellSpacing="0" cellPadding="0">
        <tbody>
          {words.items.map((item) => (
            <tr key={item.name}>
              <td style={{ padding: '12px 16px 12px 0', borderTop: `1px solid ${color.borderSubtle}` }}>
                {item.name}
                <span style={small}>
                  {item.details.map((detail) => (
                    <>
                      <br />
                      <NoWrap inline>{detail}</NoWrap>
                    </>
                  ))}
                </span>
              </td>
              <td
                align="right"
                valign="top"
                style={{ padding: '12px 0', borderTop: `1px solid ${color.borderSubtle}`, whiteSpace: 'nowrap' }}
              >
                {item.value}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <table
        role="presentation"
        width="100%"
        cellSpacing="0"
        cellPadding="0"
        style={{ paddingTop: '12px', borderTop: `1px solid ${color.borderSubtle}` }}
      >
        <tbody>
          {words.sums.map((row) => (
            <Sum key={row.name} row={row} />
          ))}
          <Sum row={words.total} strong />
          {words.taxes.map((row) => (
            <tr key={row.name}>
              <td style={small}>{row.name}</td>
              <td align="right" style={{ ...small, whiteSpace: 'nowrap' }}>
                {row.value}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {words.points && <p style={{ margin: '12px 0 0', ...small }}>{words.points}</p>}

      <Title>{words.deliveryTitle}</Title>
      <p style={{ margin: 0 }}>
        <NoWrap inline>{words.delivery}</NoWrap>
      </p>
      {words.deliveryNote && <p style={{ margin: '4px 0 0', ...small }}>{words.deliveryNote}</p>}

      <div>
        {[
          { title: words.shippingTitle, lines: words.shipping },
          { title: words.billingTitle, lines: words.billing },
        ].map(({ title, lines }) => (
          // Two columns that wrap on narrow screens.
          <div
            key={title}
            style={{
              display: 'inline-block',
              width: '48%',
              minWidth: '210px',
              paddingRight: '8px',
              verticalAlign: 'top',
            }}
          >
            <Title>{title}</Title>
            <Lines lines={lines} />
          </div>
        ))}
      </div>
      <Title>{words.methodTitle}</Title>
      <p style={{ margin: 0, fontSize: '15px', lineHeight: '23px' }}>{words.method}</p>
      {words.attached.map((sentence) => (
        <p key={sentence} style={{ margin: '4px 0 0', ...small }}>
          <NoWrap inline>{sentence}</NoWrap>
        </p>
      ))}

      <p style={{ margin: '32px 0 0' }}>
        <ButtonLink url={words.url}>{words.link}</ButtonLink>
      </p>
      <p style={{ margin: '32px 0 0', ...small }}>
        {words.withdrawal}
        {words.withdrawal.endsWith('：') ? '' : ' '}
        {[
          { name: words.withdrawalLink, url: words.withdrawalUrl },
          { name: words.withdraw, url: words.withdrawUrl },
          { name: words.terms, url: words.termsUrl },
        ].map(({ name, url }) => (
          // No separator is left at a line's end.
          <>
            <a href={url} style={{ display: 'inline-block', marginRight: '16px', color: color.text }}>
              {name}
            </a>{' '}
          </>
        ))}
      </p>
      <Closing words={words} />
    </>
  );
}

/** Plain-text alternative. */
export function orderText(words: OrderTexts, site: MailSite): string {
  const line = (name: string, value: string) => textLine(site, name, value);
  const rows = (list: Row[]) => textRows(site, list);
  const blocks: string[][] = [
    [words.greeting],
    [words.opening],
    words.consent ? [words.consent] : [],
    ...(words.pay ? [[words.pay.title.toUpperCase()], [words.pay.text], rows(words.pay.steps), [words.pay.hold]] : []),
    [words.itemsTitle.toUpperCase()],
    ...words.items.map((item) => [line(item.name, item.value), `  ${item.details.join(' · ')}`]),
    [...rows(words.sums), ...rows([words.total]), ...rows(words.taxes)],
    words.points ? [words.points] : [],
    [words.deliveryTitle.toUpperCase(), words.delivery, words.deliveryNote].filter(Boolean),
    [words.shippingTitle.toUpperCase(), ...words.shipping],
    [words.billingTitle.toUpperCase(), ...words.billing],
    [line(words.methodTitle, words.method), ...words.attached],
    [line(words.link, '').trimEnd(), words.url],
    [
      words.withdrawal,
      words.withdrawalUrl,
      line(words.withdraw, '').trimEnd(),
      words.withdrawUrl,
      line(words.terms, '').trimEnd(),
      words.termsUrl,
    ],
    [words.service],
    [words.closing, words.brand],
    [signature(site)],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}
