/** The part of `@lingui/react` that the shop runs, under its name: the context, and sentences with elements in them. */

import {
  type ComponentType,
  cloneElement,
  createContext,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useContext,
} from 'react';
import type { I18n } from './core';

interface Context {
  i18n: I18n;
  _: I18n['_'];
  /** Renders every sentence. */
  defaultComponent?: ComponentType<{ children: ReactNode }>;
}

const LinguiContext = createContext<Context | undefined>(undefined);

export function I18nProvider({
  i18n,
  defaultComponent,
  children,
}: Pick<Context, 'i18n' | 'defaultComponent'> & { children: ReactNode }) {
  return <LinguiContext.Provider value={{ i18n, _: i18n._, defaultComponent }}>{children}</LinguiContext.Provider>;
}

export function useLingui(): Context {
  const context = useContext(LinguiContext);
  if (!context) throw new Error('outside of I18nProvider');
  return context;
}

type Elements = Record<string, ReactElement>;

/** Splits at `<0>…</0>` and `<1/>`: text before, then pair's name, its contents, single's name, text, and so on. */
const TAG = /<([a-zA-Z0-9]+)>([\s\S]*?)<\/\1>|<([a-zA-Z0-9]+)\/>/;

/** Stands for `<` in a value while the sentence's tags are read: what a shopper typed is never a tag. */
const LESS = '\ue000';

/** The elements of a sentence put into their places. */
function place(text: string, elements: Elements): ReactNode {
  const parts = text.split(TAG);
  const tree: ReactNode[] = [];
  for (let at = 0; at < parts.length; at += 4) {
    const text = parts[at];
    if (text) tree.push(text.replaceAll(LESS, '<'));
    const name = parts[at + 1] ?? parts[at + 3];
    if (name === undefined) continue;
    const element = elements[name];
    const inner = parts[at + 2] ?? '';
    if (!element) tree.push(place(inner, elements));
    else if (inner) tree.push(cloneElement(element, { key: name }, place(inner, elements)));
    else tree.push(cloneElement(element, { key: name }));
  }
  return tree.length === 1 ? tree[0] : tree;
}

export interface TransProps {
  id: string;
  message?: string;
  values?: Record<string, unknown>;
  components?: Elements;
}

export function Trans({ id, message, values, components }: TransProps) {
  const { i18n, defaultComponent: Sentence = Fragment } = useLingui();
  const elements: Elements = { ...components };
  const plain: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values ?? {})) {
    // An element that was handed in as a value stands in its place like those of the sentence.
    if (isValidElement(value)) {
      const key = `v${name}`;
      elements[key] = value as ReactElement;
      plain[name] = `<${key}/>`;
    } else {
      plain[name] = typeof value === 'string' ? value.replaceAll('<', LESS) : value;
    }
  }
  return <Sentence>{place(i18n._(id, plain, { message }), elements)}</Sentence>;
}
