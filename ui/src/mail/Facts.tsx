/**
 * Name/value pairs, side by side when there is room. Mail clients lack media queries: each part is an inline block that may
 * wrap. Values ask for the same minimum width, so that on a phone all of them wrap below their names. Values without spaces
 * may break anywhere.
 */

import type { Row } from './orderTexts';
import { color } from './style';

const name = `display:inline-block;min-width:150px;padding-right:16px;vertical-align:top;font-size:14px;line-height:21px;color:${color.textSecondary}`;
const value =
  'display:inline-block;min-width:190px;max-width:100%;max-width:min(100%,296px);vertical-align:top;font-size:15px;line-height:21px;font-weight:600;white-space:pre-line;overflow-wrap:anywhere;word-break:break-word;text-wrap:balance';

export function Facts({ rows }: { rows: Row[] }) {
  return (
    <>
      {rows.map((row) => (
        <div key={row.name} style="padding:3px 0">
          <span style={name}>{row.name}</span>
          <span style={value}>{row.value}</span>
        </div>
      ))}
    </>
  );
}
