/**
 * `react` in the server's bundle: Preact and its hooks without what its compatibility layer does at each element for events and
 * refs, of which a string of HTML has none: a quarter of the time of a page. Browsers and tests get `preact/compat`; that they
 * find the same elements is tested there (`tests/browser/hydration.test.mjs`).
 */

import type { ComponentType, Ref } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

export { Component, cloneElement, createContext, createElement, createRef, Fragment, isValidElement } from 'preact';
export {
  useCallback,
  useContext,
  useDebugValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'preact/hooks';

/** Effects do not run on the server. */
export const useInsertionEffect = useLayoutEffect;

/** A component whose second argument is its ref: there are none. */
export function forwardRef<P>(render: (props: P, ref: Ref<unknown>) => unknown) {
  return (props: P) => render(props, null);
}

/** Nothing is rendered twice. */
export function memo<P>(component: ComponentType<P>) {
  return component;
}

/** What the server sees of an outside store. */
export function useSyncExternalStore<T>(_: unknown, snapshot: () => T, serverSnapshot?: () => T): T {
  return (serverSnapshot ?? snapshot)();
}
