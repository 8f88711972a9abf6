/**
 * What the first view does without: code and messages that are loaded when the browser is idle, or first wanted. The loader is
 * injected: both belong to the entry.
 */

import type { ComponentType } from 'react';
import { createStore } from './store';

export interface Later {
  /** Follows the address. */
  Moves: ComponentType<never>;
  /** Parts of the served page, by name (`layout/Later`). */
  parts: Record<string, ComponentType<never>>;
  /** Loaders of what opens over a page, by name (`layout/lazy`). */
  overlays: Record<string, () => Promise<ComponentType<never>>>;
}

/** Undefined in browsers until it is loaded. */
export const laterStore = createStore<{ code: Later | undefined }>({ code: undefined });

/** The server has it from the start. */
export function provideLater(code: Later): void {
  laterStore.initial = { code };
  laterStore.set({ code });
}

let load: () => Promise<Later> = () => Promise.reject(new Error('no loader'));
let loading: Promise<Later> | undefined;

export function setLaterLoader(of: () => Promise<Later>): void {
  load = of;
}

/** Loads it once; after a failure again. */
export function loadLater(): Promise<Later> {
  const { code } = laterStore.get();
  if (code) return Promise.resolve(code);
  loading ??= load().then(
    (code) => {
      laterStore.set({ code });
      return code;
    },
    (reason) => {
      loading = undefined;
      throw reason;
    },
  );
  return loading;
}
