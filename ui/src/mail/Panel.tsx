/** Highlighted box in a mail. */

import type { ReactNode } from 'react';
import { useMailStyle } from './style';

/** `top`: margin in pixels. */
export function Panel({ top, children }: { top: number; children: ReactNode }) {
  const { color } = useMailStyle();
  return (
    <table
      role="presentation"
      width="100%"
      cellSpacing="0"
      cellPadding="0"
      style={{ marginTop: `${top}px`, background: color.surface }}
    >
      <tbody>
        <tr>
          <td style={{ padding: '24px 20px', borderLeft: `2px solid ${color.accent}` }}>{children}</td>
        </tr>
      </tbody>
    </table>
  );
}
