/**
 * Names and values, side by side where there is room. Mail programs know no queries of width, so each part is a block in a
 * line that may break; a value without a blank in it may break anywhere, and a long one breaks before it leaves its name.
 * Short values ask for as much room as most: on a phone all of them stand below their names, not some.
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
