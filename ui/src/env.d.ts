/** Modules that the build generates. */

declare module '*.po' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}

declare module '*.po?part=all' {
  import type { Messages } from '@lingui/core';

  export const read: () => Messages;
}

declare module '*.po?part=core' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}

declare module '*.po?part=rest' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}

declare module 'virtual:icons' {
  /** Icon name → content of its `<svg>`. */
  const drawings: Record<string, string>;
  export default drawings;
}
