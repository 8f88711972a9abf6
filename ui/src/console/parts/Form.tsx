/** State of a form: values, errors by field, the call, and a summary that takes focus after a refused attempt. */

import { useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { asApiError } from '../api/client';
import styles from './Form.module.css';
import { useMessageText } from './text';

type Values = Record<string, string>;
type Errors = Record<string, string | undefined>;

interface Options<V extends Values> {
  /** Ids of the controls are this and the field's name. */
  id: string;
  initial: V;
  /** Errors by field; none when everything can be sent. */
  check?: (values: V) => Partial<Record<keyof V & string, string | undefined>>;
  send: (values: V) => Promise<unknown>;
}

export function useForm<V extends Values>({ id, initial, check, send }: Options<V>) {
  const say = useMessageText();
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const [attempts, setAttempts] = useState(0);
  const [isBusy, setBusy] = useState(false);

  const fail = (found: Errors, general?: string) => {
    setErrors(found);
    setFailure(general);
    setAttempts((count) => count + 1);
  };

  return {
    id,
    values,
    errors,
    failure,
    attempts,
    isBusy,
    set: <N extends keyof V & string>(name: N, value: V[N]) => {
      setValues((all) => ({ ...all, [name]: value }));
      if (errors[name]) setErrors(({ [name]: _, ...others }) => others);
    },
    reset(to: V = initial) {
      setValues(to);
      setErrors({});
      setFailure(undefined);
    },
    /** What a field takes. */
    field: <N extends keyof V & string>(name: N) => ({
      id: `${id}-${name}`,
      value: values[name],
      error: errors[name],
      onChange: (value: string) => {
        setValues((all) => ({ ...all, [name]: value }));
        if (errors[name]) setErrors(({ [name]: _, ...others }) => others);
      },
    }),
    async submit(event: FormEvent) {
      event.preventDefault();
      if (isBusy) return;
      const found = Object.fromEntries(
        Object.entries(check?.(values) ?? {}).filter(([, message]) => message),
      ) as Errors;
      if (Object.keys(found).length > 0) return fail(found);
      setBusy(true);
      setErrors({});
      setFailure(undefined);
      try {
        await send(values);
      } catch (reason) {
        const error = asApiError(reason);
        const known = Object.entries(error.fields).filter(([name]) => name in values);
        // A field that the form does not show says its problem above it.
        const hidden = Object.values(error.fields)[0] ?? error;
        fail(
          Object.fromEntries(known.map(([name, message]) => [name, say(message)])),
          known.length > 0 ? undefined : say(hidden),
        );
      } finally {
        setBusy(false);
      }
    },
  };
}

type FormState = Pick<ReturnType<typeof useForm>, 'id' | 'errors' | 'failure' | 'attempts' | 'submit'>;

export function Form({ form, children, label }: { form: FormState; children: ReactNode; label?: string }) {
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void form.submit(event)} aria-label={label}>
      <Summary form={form} />
      {children}
    </form>
  );
}

function Summary({ form: { id, errors, failure, attempts } }: { form: FormState }) {
  const { t } = useLingui();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempts > 0) ref.current?.focus();
  }, [attempts]);
  const lines = Object.entries(errors).filter(([, message]) => message);
  if (lines.length === 0 && !failure) return null;
  return (
    <div ref={ref} className={styles.summary} role="alert" tabIndex={-1}>
      <p className={styles.summaryTitle}>{failure ?? t`There is a problem`}</p>
      {lines.length > 0 && (
        <ul>
          {lines.map(([name, message]) => (
            <li key={name}>
              <a
                href={`#${id}-${name}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(`${id}-${name}`)?.focus();
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Buttons at the end of a form or dialog. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** Fields side by side where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}
