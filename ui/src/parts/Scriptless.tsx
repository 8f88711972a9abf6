/** What only browsers without scripts show. The server alone renders it: it costs no script, and hydration passes it by. */

import type { ReactNode } from 'react';

const UNTOUCHED = { __html: '' };

/** `children` stand behind `import.meta.env.SSR`, so that browsers do not load their code; none of them has a `noscript`. */
export function Scriptless({ children }: { children: ReactNode }) {
  return import.meta.env.SSR ? <noscript>{children}</noscript> : <noscript dangerouslySetInnerHTML={UNTOUCHED} />;
}
