/**
 * Values and errors of a form, validated as experience.md U6 says: on blur if edited and not empty, errors clear as soon as
 * the value is valid, submit checks everything.
 */

import { useCallback, useRef, useState } from 'react';
import { ApiError } from '../api/client';
import type { Problem } from '../domain/text';
import { afterPointerUp } from './pointerPress';
import type { SentForm } from './site';

export type Problems<V> = Partial<Record<keyof V & string, Problem>>;

/** Problems by field, without the fields that are valid. */
export function problemsIn<V>(results: { [K in keyof V & string]?: Problem | null }): Problems<V> {
  return Object.fromEntries(Object.entries(results).filter(([, problem]) => problem)) as Problems<V>;
}

/** Server messages that belong to fields. */
export function problemsAt<V>(names: readonly (keyof V & string)[], fields: Record<string, Problem>): Problems<V> {
  const problems: Problems<V> = {};
  for (const name of names) {
    const message = fields[name];
    if (message) problems[name] = { id: message.id, params: message.params };
  }
  return problems;
}

/** Server messages by field. Captcha errors belong to the captcha field when the form has one. */
export function problemsOf<V>(
  error: Problem & { fields: Record<string, Problem> },
  names: readonly (keyof V & string)[],
): Problems<V> {
  const isOfCaptcha = error.id.startsWith('captcha.');
  return problemsAt(names, isOfCaptcha ? { captcha: error, ...error.fields } : error.fields);
}

/** The refusal of a sent form, unless fields tell it. */
export function wholeRefusal<V>(
  sent: SentForm | undefined,
  names: readonly (keyof V & string)[],
): ApiError | undefined {
  if (!sent || Object.keys(problemsOf<V>(sent.error, names)).length > 0) return undefined;
  const { message, id, params, fields } = sent.error;
  return new ApiError(200, message, id, params, fields);
}

/** Values of a form with those that were sent. */
export function withSent<V extends object>(values: V, sent: Pick<SentForm, 'values'> | undefined): V {
  if (!sent) return values;
  const of = ([name, value]: [string, unknown]) => {
    const text = sent.values[name];
    return [name, typeof value === 'boolean' ? text !== undefined : (text ?? value)];
  };
  return Object.fromEntries(Object.entries(values).map(of)) as V;
}

export interface Form<V> {
  values: V;
  /** A field's latest value, perhaps not rendered yet. */
  read: <K extends keyof V & string>(name: K) => V[K];
  /** Errors to show, by field. */
  problems: Problems<V>;
  set: <K extends keyof V & string>(name: K, value: V[K]) => void;
  /** Call on blur. */
  blur: (name: keyof V & string) => void;
  /** Validates everything; true when the form may be sent, else increases `submitCount`. */
  submit: () => boolean;
  /** Shows errors of the server, by field. */
  reject: (problems: Problems<V>) => void;
  reset: (values: V) => void;
  /** Number of rejected submits, for `ErrorSummary`. */
  submitCount: number;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() === '' : value === null || value === undefined;
}

/** `sent`: the form was sent without scripts, and is shown again with what is wrong; see `withSent` for its values. */
export function useForm<V extends object>(initial: V, check: (values: V) => Problems<V>, sent?: SentForm): Form<V> {
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState<Problems<V>>(() =>
    sent ? problemsOf(sent.error, Object.keys(initial) as (keyof V & string)[]) : {},
  );
  const [submitCount, setSubmitCount] = useState(sent ? 1 : 0);
  const edited = useRef(new Set<string>());
  const latest = useRef({ values, problems, check });
  latest.current = { values, problems, check };

  const read = useCallback<Form<V>['read']>((name) => latest.current.values[name], []);

  const set = useCallback<Form<V>['set']>((name, value) => {
    edited.current.add(name);
    const next = { ...latest.current.values, [name]: value };
    latest.current.values = next;
    setValues(next);
    // Shown errors clear when corrected; none appear while typing.
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
    // An error moves the fields below; a click in progress must not miss its target.
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
    // Server errors stay until the field is edited, even when focus moves to the error summary.
    for (const name of Object.keys(found)) edited.current.delete(name);
    setProblems(found);
    setSubmitCount((n) => n + 1);
  }, []);

  const reset = useCallback((to: V) => {
    edited.current.clear();
    latest.current.values = to;
    setValues(to);
    setProblems({});
  }, []);

  return { values, read, problems, set, blur, submit, reject, reset, submitCount };
}
