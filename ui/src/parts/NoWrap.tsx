/** Prevents line breaks inside numbers, dates and hyphenated short words (rules: `domain/noWrap`), or in a whole text. */

import type { ReactNode } from 'react';
import { splitNoWrap } from '../domain/noWrap';

interface NoWrapProps {
  /** Strings are split by the rules; elements are kept. */
  children: ReactNode;
  /** For mails, which have no style sheet. */
  inline?: boolean;
  /** No break at all. */
  whole?: boolean;
}

const styleOf = (inline?: boolean) => (inline ? { style: { whiteSpace: 'nowrap' as const } } : { className: 'nowrap' });

export function NoWrap({ children, inline, whole }: NoWrapProps) {
  if (whole) return <span {...styleOf(inline)}>{children}</span>;
  return <>{[children].flat().map((child) => (typeof child === 'string' ? wrapped(child, inline) : child))}</>;
}

function wrapped(text: string, inline?: boolean): ReactNode {
  const parts = splitNoWrap(text);
  if (parts.length === 1) return text;
  // The wrapping span stays one flex item. Empty parts are dropped: no text node is served for them to hydrate.
  return (
    <span>{parts.map((part, at) => (at % 2 === 1 ? <span {...styleOf(inline)}>{part}</span> : part || null))}</span>
  );
}
