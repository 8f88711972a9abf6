/** QR code drawn from the server's path data, with a caption. */

import type { ReactNode } from 'react';
import type { QrCode } from '../api/types';
import styles from './QrPanel.module.css';

/** Relative and absolute moves and lines with integers; anything else is rejected. */
const PATH = /^[MmHhVvZz0-9 ,.-]*$/;

export function QrPanel({
  code,
  label,
  children,
}: {
  code: QrCode /** Alternative text. */;
  label: string;
  children?: ReactNode;
}) {
  if (!PATH.test(code.path) || !Number.isInteger(code.size)) return null;
  return (
    <figure className={styles.panel}>
      <svg
        className={styles.code}
        viewBox={`0 0 ${code.size} ${code.size}`}
        role="img"
        aria-label={label}
        shape-rendering="crispEdges"
      >
        <rect width={code.size} height={code.size} fill="#ffffff" />
        <path d={code.path} fill="#000000" />
      </svg>
      {children && <figcaption className={styles.caption}>{children}</figcaption>}
    </figure>
  );
}
