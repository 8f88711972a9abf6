/**
 * Name/value pairs, side by side when there is room. Mail clients lack media queries: each part is an inline block that may
 * wrap. Values ask for the same minimum width, so that on a phone all of them wrap below their names. Values without spaces
 * may break anywhere.
 */

import type { CSSProperties } from 'react';
import type { Row } from './orderTexts';
import { useMailStyle } from './style';

const name: CSSProperties = {
  display: 'inline-block',
  minWidth: '150px',
  paddingRight: '16px',
  verticalAlign: 'top',
  fontSize: '14px',
  lineHeight: '21px',
};
const value: CSSProperties = {
  display: 'inline-block',
  minWidth: '190px', // Clients that do not know min() keep the first.
  maxWidth: '100%;max-width:min(100%,296px)',
  verticalAlign: 'top',
  fontSize: '15px',
  lineHeight: '21px',
  fontWeight: 600,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
  textWrap: 'balance',
};

export function Facts({ rows }: { rows: Row[] }) {
  const { color } = useMailStyle();
  return (
    <>
      {rows.map((row) => (
        <div key={row.name} style={{ padding: '3px 0' }}>
          <span style={{ ...name, color: color.textSecondary }}>{row.name}</span>
          <span style={value}>{row.value}</span>
        </div>
      ))}
    </>
  );
}
