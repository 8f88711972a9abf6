/** A value that components subscribe to. Written in browsers only: on the server every reader sees the first value. */

import { useEffect, useState } from 'preact/hooks';

export interface Store<T> {
  get(): T;
  set(change: Partial<T> | ((value: T) => Partial<T>)): void;
  subscribe(listener: () => void): () => void;
  /** The value as of the server's render, for hydration. */
  initial: T;
}

export function createStore<T extends object>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    initial,
    get: () => value,
    set(change) {
      value = { ...value, ...(typeof change === 'function' ? change(value) : change) };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

let hydrated = false;

/** Said once: the document as served has been taken over. */
export function markHydrated(): void {
  hydrated = true;
}

/** Whether what is rendered now is not the document as served. */
export function isHydrated(): boolean {
  return hydrated;
}

export function useStore<T extends object>(store: Store<T>): T {
  // What hydrates must first be what the server rendered, whatever has happened since.
  const [value, setValue] = useState(() => (hydrated ? store.get() : store.initial));
  useEffect(() => {
    const update = () => setValue(store.get());
    update();
    return store.subscribe(update);
  }, [store]);
  return value;
}
