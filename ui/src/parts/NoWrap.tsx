/** Keeps on one line what must not break: numbers, dates, hyphenated short words. The rules stand in `domain/noWrap`. */

import type { ComponentChildren } from 'preact';
import { splitNoWrap } from '../domain/noWrap';

interface NoWrapProps {
  /** Strings are split by the rules; elements stay as they are. */
  children: ComponentChildren;
  /** For mails, which have no style sheet. */
  inline?: boolean;
}

export function NoWrap({ children, inline }: NoWrapProps) {
  return <>{[children].flat().map((child) => (typeof child === 'string' ? wrapped(child, inline) : child))}</>;
}

function wrapped(text: string, inline?: boolean): ComponentChildren {
  const parts = splitNoWrap(text);
  if (parts.length === 1) return text;
  const look = inline ? { style: 'white-space:nowrap' } : { class: 'nowrap' };
  // In a span of their own, the parts stay one item of a flex container.
  return <span>{parts.map((part, at) => (at % 2 === 1 ? <span {...look}>{part}</span> : part))}</span>;
}
