/**
 * What the server's bundle writes in place of elements (`scripts/htmlTemplates.ts`): their HTML with holes for what is not
 * known when it is built. The same text as `preact-render-to-string` makes of the elements.
 */

import { Fragment, type VNode } from 'preact';
import { jsx } from 'preact/jsx-runtime';

const SPECIAL = /["&<]/;

function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** HTML with what stands in its holes: elements, lists of them, or escaped text. */
export function template(tpl: readonly string[], ...exprs: unknown[]): VNode {
  const vnode = jsx(Fragment, { tpl, exprs } as object) as VNode;
  // The renderer takes a fragment without a key at the top of a component for its children.
  vnode.key = 0;
  return vnode;
}

/** A value between tags. */
export function child(value: unknown): unknown {
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number' || typeof value === 'bigint') return `${value}`;
  return value === null || typeof value !== 'object' ? null : value;
}

/** An attribute that is absent where its value is false, and has no text where that is true. */
export function attribute(name: string, value: unknown): string {
  if (value === undefined || value === null || value === false || typeof value === 'function') return '';
  return value === true || value === '' ? ` ${name}` : ` ${name}="${escaped(`${value}`)}"`;
}

/** An attribute that says `true` or `false`: those of ARIA and of data. */
export function spelled(name: string, value: unknown): string {
  if (value === undefined || value === null || typeof value === 'function') return '';
  return value === '' ? ` ${name}` : ` ${name}="${escaped(`${value}`)}"`;
}
