/**
 * What the router takes from React, straight from Preact: the whole of `preact/compat` would bring five kilobytes for nine
 * functions. The build puts this in the place of `react`.
 */

import { cloneElement, createContext, createElement, Fragment, isValidElement, type VNode } from 'preact';
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

export {
  cloneElement,
  createContext,
  createElement,
  Fragment,
  isValidElement,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
};
export const useInsertionEffect = useLayoutEffect;

/** Preact hands `ref` over as a property like any other. */
export function forwardRef<P extends { ref?: unknown }>(render: (props: P, ref: P['ref']) => VNode | null) {
  return (props: P) => render(props, props.ref);
}

/** Reads an outside value and follows its changes; on the server and at hydration the server's. */
export function useSyncExternalStore<T>(
  subscribe: (changed: () => void) => () => void,
  read: () => T,
  served?: () => T,
): T {
  const [value, setValue] = useState(() => (import.meta.env.SSR && served ? served() : read()));
  useEffect(() => {
    setValue(() => read());
    return subscribe(() => setValue(() => read()));
  }, [subscribe, read]);
  return value;
}
