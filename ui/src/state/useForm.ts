/**
 * A form's values and errors with the timing of experience.md U6: a field is judged when it is left, if it was edited and is
 * not empty; its error goes as soon as the value will do; sending checks everything.
 */

import { useCallback, useRef, useState } from 'preact/hooks';
import type { Problem } from '../domain/text';
import { afterPointerUp } from './pointerPress';
import { isHydrated } from './store';

export type Problems<V> = Partial<Record<keyof V & string, Problem>>;

export interface Form<V> {
  values: V;
  /** What is wrong and to be shown, by field. */
  problems: Problems<V>;
  set: <K extends keyof V & string>(name: K, value: V[K]) => void;
  /** To be called when a field is left. */
  blur: (name: keyof V & string) => void;
  /** Checks everything; answers whether the form may be sent. Raises `turn`. */
  submit: () => boolean;
  /** Problems from the server, by field. */
  reject: (problems: Problems<V>) => void;
  reset: (values: V) => void;
  /** Number of refused sendings: hand it to ErrorSummary. */
  submitCount: number;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() === '' : value === null || value === undefined;
}

/**
 * What was typed, or filled in by the browser, before the page came to life: hydration would take it away. To be called for
 * the first values of a form.
 */
export function withPrehydrationInput<V extends object>(values: V, idOf: (name: keyof V & string) => string): V {
  if (import.meta.env.SSR || isHydrated()) return values;
  const typed: Record<string, unknown> = { ...(values as object) };
  for (const [name, value] of Object.entries(values)) {
    const control = document.getElementById(idOf(name as keyof V & string));
    if (!(control instanceof HTMLInputElement) || control.type === 'radio') continue;
    if (control.type === 'checkbox') typed[name] = control.checked;
    else if (value === '') typed[name] = control.value;
  }
  return typed as V;
}

export function useForm<V extends object>(initial: V, check: (values: V) => Problems<V>): Form<V> {
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState<Problems<V>>({});
  const [submitCount, setSubmitCount] = useState(0);
  const edited = useRef(new Set<string>());
  const latest = useRef({ values, problems, check });
  latest.current = { values, problems, check };

  const set = useCallback<Form<V>['set']>((name, value) => {
    edited.current.add(name);
    const next = { ...latest.current.values, [name]: value };
    latest.current.values = next;
    setValues(next);
    // An error that is shown goes when it is mended; none comes while typing.
    const shown = latest.current.problems;
    if (Object.keys(shown).length === 0) return;
    const now = latest.current.check(next);
    const remaining: Problems<V> = {};
    for (const field of Object.keys(shown) as (keyof V & string)[]) {
      if (field === name ? now[field] : shown[field]) remaining[field] = now[field] ?? shown[field];
    }
    setProblems(remaining);
  }, []);

  const blur = useCallback<Form<V>['blur']>((name) => {
    const value = latest.current.values[name];
    if (typeof value === 'string' && value !== value.trim()) {
      const trimmed = { ...latest.current.values, [name]: value.trim() };
      latest.current.values = trimmed;
      setValues(trimmed);
    }
    // What is said of a field moves those below: whoever leaves it by a press has to hit what they aimed at.
    afterPointerUp(() => {
      if (!edited.current.has(name) || isEmpty(latest.current.values[name])) return;
      const problem = latest.current.check(latest.current.values)[name];
      setProblems((shown) => {
        const { [name]: _, ...others } = shown;
        return (problem ? { ...others, [name]: problem } : others) as Problems<V>;
      });
    });
  }, []);

  const submit = useCallback(() => {
    const found = latest.current.check(latest.current.values);
    setProblems(found);
    if (Object.keys(found).length === 0) return true;
    setSubmitCount((n) => n + 1);
    return false;
  }, []);

  const reject = useCallback((found: Problems<V>) => {
    // The server knew better than the check here: its word stands until the field is edited again, also when the summary of
    // errors takes the focus out of the very field that was refused.
    for (const name of Object.keys(found)) edited.current.delete(name);
    setProblems(found);
    setSubmitCount((n) => n + 1);
  }, []);

  const reset = useCallback((to: V) => {
    edited.current.clear();
    setValues(to);
    setProblems({});
  }, []);

  return { values, problems, set, blur, submit, reject, reset, submitCount };
}
