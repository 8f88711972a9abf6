/** Place of the three answers about cookies, in banner, dialog and page: equal in size, so that none is urged. */

import type { ReactNode } from 'react';
import styles from './CookieAnswers.module.css';

export function CookieAnswers({ className = '', children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={`${styles.answers} ${className}`.trim()}>{children}</div>;
}
