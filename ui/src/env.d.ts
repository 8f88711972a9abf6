/** Modules that the build generates. */

declare module '*.po' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}

declare module '*.po?part=later' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}

declare module '*.po?part=all' {
  import type { Messages } from '@lingui/core';

  export const read: () => Messages;
}

declare module 'virtual:icons' {
  /** Icon name → content of its `<svg>`. */
  const drawings: Record<string, string>;
  export default drawings;
}

/** Those of dialogs. */
declare module 'virtual:icons/dialog' {
  export { default } from 'virtual:icons';
}

declare module 'virtual:icons/console' {
  export { default } from 'virtual:icons';
}

/** Page name → loader of its screen. */
declare module 'virtual:screens' {
  import type { Screen } from './screens';

  const loaders: Record<string, () => Promise<{ default: Screen }>>;
  export default loaders;
}

declare module 'virtual:screens/all' {
  import type { Screen } from './screens';

  const screens: Record<string, Screen>;
  export default screens;
}
