/** Props and errors of a form's fields, in the page's language. */

import { useMessageText } from './i18n';
import type { Form } from './useForm';

export interface Fields<V> {
  errorOf: (name: keyof V & string) => string | undefined;
  /** Lines of the error summary; none until a submit is rejected. */
  errorsOf: (names: readonly (keyof V & string)[]) => { id: string; message: string }[];
  /** Props of a text field. */
  text: (name: keyof V & string) => {
    id: string;
    name: string;
    value: string;
    error: string | undefined;
    onInput: (value: string) => void;
    onBlur: () => void;
  };
  /** Props of a checkbox. */
  checkbox: (name: keyof V & string) => {
    id: string;
    name: string;
    checked: boolean;
    error: string | undefined;
    onChange: (checked: boolean) => void;
  };
}

export function useFields<V extends object>(form: Form<V>, idOf: (name: keyof V & string) => string): Fields<V> {
  const say = useMessageText();
  const { values, problems, submitCount } = form;
  const errorOf = (name: keyof V & string) => {
    const problem = problems[name];
    return problem && say(problem);
  };
  return {
    errorOf,
    errorsOf: (names) =>
      names.flatMap((name) => {
        const message = errorOf(name);
        return message && submitCount > 0 ? [{ id: idOf(name), message }] : [];
      }),
    text: (name) => ({
      id: idOf(name),
      name,
      value: String(values[name]),
      error: errorOf(name),
      onInput: (value) => form.set(name, value as V[typeof name]),
      onBlur: () => form.blur(name),
    }),
    checkbox: (name) => ({
      id: idOf(name),
      name,
      checked: Boolean(values[name]),
      error: errorOf(name),
      onChange: (checked) => form.set(name, checked as V[typeof name]),
    }),
  };
}
