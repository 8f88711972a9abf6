/**
 * Newsletter sign-up in footer and invitation. On every page, so it renders only the field; checkboxes, captcha, validation
 * and submission are loaded on focus. Without scripts it leads to the page of the newsletter, where the letters are chosen.
 */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../parts/Button';
import { useLang } from '../state/site';
import { loadNewsletterFields, useLazy } from './lazy';
import styles from './NewsletterForm.module.css';

export type NewsletterSource = 'footer' | 'lightbox';

/** Handlers that the lazy part installs. */
export interface NewsletterHandlers {
  /** Submitted before the handlers were loaded. */
  submitted?: boolean;
  submit?: () => void;
  input?: () => void;
  blur?: () => void;
}

export interface NewsletterFormProps {
  /** Id of the field, and prefix of all other ids. */
  id: string;
  source: NewsletterSource;
  /** Loads the lazy part at once. */
  eager?: boolean;
  /** Called with the success message; the caller shows it. */
  onDone?: (text: string) => void;
}

export function NewsletterForm({ id, source, eager = false, onDone }: NewsletterFormProps) {
  const { t } = useLingui();
  const lang = useLang();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const handlers = useRef<NewsletterHandlers>({});
  const [activated, setActivated] = useState(eager);
  const [state, setState] = useState<'idle' | 'waiting' | 'invalid' | 'done'>('idle');
  const Fields = useLazy(activated, loadNewsletterFields);
  const isInvalid = state === 'invalid';
  const activate = () => setActivated(true);
  // The footer is hydrated late: somebody may write here already.
  useEffect(() => {
    if (form.current?.contains(document.activeElement) || field.current?.value) setActivated(true);
  }, []);
  // The lazy part expands the form above the focused element: keep that element in view.
  useEffect(() => {
    if (!activated || eager || !form.current) return;
    const observer = new ResizeObserver(() => document.activeElement?.scrollIntoView({ block: 'nearest' }));
    observer.observe(form.current);
    return () => observer.disconnect();
  }, [activated, eager]);
  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      action={`/${lang}/do/newsletter/subscribe`}
      noValidate
      onFocusCapture={activate}
      onSubmit={(event) => {
        event.preventDefault();
        activate();
        handlers.current.submitted = true;
        handlers.current.submit?.();
      }}
    >
      {state !== 'done' && (
        <div className={styles.row}>
          <label className={styles.label} htmlFor={id}>
            <Trans>Email</Trans>
          </label>
          <input
            ref={field}
            id={id}
            name="email"
            className={styles.field}
            type="email"
            autoComplete="email"
            spellCheck="false"
            maxLength={254}
            aria-required="true"
            aria-invalid={isInvalid ? 'true' : undefined}
            aria-describedby={isInvalid ? `${id}-error` : undefined}
            onInput={() => handlers.current.input?.()}
            onBlur={() => handlers.current.blur?.()}
          />
          <Button type="submit" busy={state === 'waiting'} busyLabel={t`One moment…`}>{t`Subscribe`}</Button>
        </div>
      )}
      {Fields && (
        <Fields id={id} source={source} field={field} handlers={handlers.current} onState={setState} onDone={onDone} />
      )}
    </form>
  );
}
