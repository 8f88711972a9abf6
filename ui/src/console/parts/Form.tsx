/** State of a form: values, errors by field, the call, and a summary that takes focus after a refused attempt. */

import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { asApiError } from '../api/client';
import { Button } from './Button';
import { Notice } from './Feedback';
import styles from './Form.module.css';
import { FIELDS, type Keep, useKept, type Written } from './kept';
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
  /** Where what is typed is kept until it is sent; absent: nowhere. */
  keep?: Keep | undefined;
}

export function useForm<V extends Values>({ id, initial, check, send, keep }: Options<V>) {
  const say = useMessageText();
  const kept = useKept<V>(keep, initial, FIELDS as unknown as Written<V>);
  const { value: values, set: setValues } = kept;
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
      kept.restart(to);
      setErrors({});
      setFailure(undefined);
    },
    /** What was left here before. */
    draft: kept.draft,
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
        kept.drop();
      } catch (reason) {
        const error = asApiError(reason);
        // In the order of the form, which the summary has too.
        const known = Object.keys(values).flatMap((name) => {
          const message = error.fields[name];
          return message ? [[name, message] as const] : [];
        });
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

type FormState = Pick<ReturnType<typeof useForm>, 'id' | 'errors' | 'failure' | 'attempts' | 'submit' | 'draft'>;

export function Form({ form, children, label }: { form: FormState; children: ReactNode; label?: string }) {
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void form.submit(event)} aria-label={label}>
      <Summary form={form} />
      <DraftNotice draft={form.draft} />
      {children}
    </form>
  );
}

/** Tells of what was left in a form, and offers to throw it away. */
export function DraftNotice({ draft }: { draft: ReturnType<typeof useKept>['draft'] }) {
  const { t } = useLingui();
  if (!draft) return null;
  return draft.isOld ? (
    <Notice
      tone="warning"
      title={t`Somebody has changed this meanwhile`}
      actions={<Button small onPress={draft.discard}>{t`Show theirs`}</Button>}
    >
      <Trans>What you have typed is still here. Saved, it replaces theirs.</Trans>
    </Notice>
  ) : (
    <Notice
      title={t`What you typed is still here`}
      actions={<Button small onPress={draft.discard}>{t`Throw it away`}</Button>}
    >
      <Trans>It was kept on this device, and is not saved yet.</Trans>
    </Notice>
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
