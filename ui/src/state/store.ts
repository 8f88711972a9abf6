/** Observable store for components. Written in browsers only: on the server every reader sees the initial value. */

import { useEffect, useState } from 'react';

export interface Store<T> {
  get(): T;
  set(change: Partial<T> | ((value: T) => Partial<T>)): void;
  subscribe(listener: () => void): () => void;
  /** Value during server rendering and hydration. */
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

/** Called once, after hydration. */
export function markHydrated(): void {
  hydrated = true;
}

export function isHydrated(): boolean {
  return hydrated;
}

/** Hydrates a part of the page after the rest: at first its components see what the server saw. */
export function hydrateLate<T>(hydrate: () => T): T {
  hydrated = false;
  try {
    return hydrate();
  } finally {
    hydrated = true;
  }
}

export function useStore<T extends object>(store: Store<T>): T {
  // The first render must equal the server's, whatever has been set since.
  const [value, setValue] = useState(() => (hydrated ? store.get() : store.initial));
  useEffect(() => {
    const update = () => setValue(store.get());
    update();
    return store.subscribe(update);
  }, [store]);
  return value;
}
