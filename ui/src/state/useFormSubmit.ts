/** Submits a form once at a time, and maps server errors to fields or the form as a whole (U7, U12). */

import { useRef, useState } from 'react';
import type { ApiError } from '../api/client';
import { inNameOrder } from '../domain/personName';
import { saveFormDraft } from './formDraft';
import { useMessageText } from './i18n';
import { useNotify } from './notify';
import type { SentForm } from './site';
import { useLang } from './site';
import { type Fields, useFields } from './useFields';
import { type Form, problemsOf, wholeRefusal } from './useForm';

export interface FormSubmitOptions<V> {
  form: Form<V>;
  /** All visible fields from top to bottom; first and last name are reordered by language. */
  names: readonly (keyof V & string)[];
  idOf: (name: keyof V & string) => string;
  /** Makes the call; errors thrown are shown. */
  send: (values: V) => Promise<void>;
  /** Whether the error summary lists an error of the form as a whole; else the form shows it elsewhere. */
  listsFailure?: boolean;
  /** Name and owner of the draft that is saved when the session has expired; `useFormDraft` restores it. */
  draft?: { name: string; owner: string };
  /** The form as it was sent without scripts; `useForm` takes it, too. */
  sent?: SentForm | undefined;
}

export interface FormSubmit<V> extends Pick<Fields<V>, 'text' | 'checkbox'> {
  busy: boolean;
  /** For the form's `onSubmit`. */
  submit: () => void;
  /** For the error summary; empty until the form is rejected. */
  errors: { id: string; message: string }[];
  /** Error of the form as a whole. */
  failure: ApiError | undefined;
}

export function useFormSubmit<V extends object>({
  form,
  names,
  idOf,
  send,
  listsFailure = true,
  draft,
  sent,
}: FormSubmitOptions<V>): FormSubmit<V> {
  const say = useMessageText();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | undefined>(() => wholeRefusal(sent, names));
  const isSending = useRef(false);
  const { values, submitCount } = form;
  const { errorsOf, text, checkbox } = useFields(form, idOf);

  const submit = () => {
    if (isSending.current) return;
    setFailure(undefined);
    if (!form.submit()) return;
    isSending.current = true;
    setBusy(true);
    send(values)
      .catch((reason: unknown) => {
        const error = notify.refusal(reason);
        // The login page takes over and returns here.
        if (error.id === 'login.required') {
          if (draft) saveFormDraft(draft.name, draft.owner, values);
          return;
        }
        const found = problemsOf<V>(error, names);
        if (Object.keys(found).length === 0) setFailure(error);
        form.reject(found);
      })
      .finally(() => {
        isSending.current = false;
        setBusy(false);
      });
  };

  const ordered = inNameOrder(useLang(), names);
  const [first = '' as keyof V & string] = ordered;
  const whole = failure && listsFailure && submitCount > 0 ? [{ id: idOf(first), message: say(failure) }] : [];
  return { busy, submit, errors: [...whole, ...errorsOf(ordered)], failure, text, checkbox };
}
