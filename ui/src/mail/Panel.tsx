/** Highlighted box in a mail. */

import type { ComponentChildren } from 'preact';
import { color } from './style';

/** `top`: margin in pixels. */
export function Panel({ top, children }: { top: number; children: ComponentChildren }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellspacing="0"
      cellpadding="0"
      style={`margin-top:${top}px;background:${color.surface}`}
    >
      <tbody>
        <tr>
          <td style={`padding:24px 20px;border-left:2px solid ${color.accent}`}>{children}</td>
        </tr>
      </tbody>
    </table>
  );
}
