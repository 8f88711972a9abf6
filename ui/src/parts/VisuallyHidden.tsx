/** Text for screen readers only. */

import type { ComponentChildren } from 'preact';

export function VisuallyHidden({ children }: { children: ComponentChildren }) {
  return <span class="visually-hidden">{children}</span>;
}
