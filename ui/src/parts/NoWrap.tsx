/** Prevents line breaks inside numbers, dates and hyphenated short words, by the rules of `domain/noWrap`. */

import type { ReactNode } from 'react';
import { splitNoWrap } from '../domain/noWrap';

interface NoWrapProps {
  /** Strings are split by the rules; elements are kept. */
  children: ReactNode;
  /** For mails, which have no style sheet. */
  inline?: boolean;
}

export function NoWrap({ children, inline }: NoWrapProps) {
  return <>{[children].flat().map((child) => (typeof child === 'string' ? wrapped(child, inline) : child))}</>;
}

function wrapped(text: string, inline?: boolean): ReactNode {
  const parts = splitNoWrap(text);
  if (parts.length === 1) return text;
  const look = inline ? { style: { whiteSpace: 'nowrap' } } : { className: 'nowrap' };
  // The wrapping span stays one flex item. Empty parts are dropped: no text node is served for them to hydrate.
  return <span>{parts.map((part, at) => (at % 2 === 1 ? <span {...look}>{part}</span> : part || null))}</span>;
}
