/**
 * Asking for letters: one field, the same in the footer and in the invitation. What else belongs to it (boxes, captcha, checks,
 * sending) is fetched when somebody turns to it, since it stands on every page. Without scripts it leads to customer service.
 */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'preact/hooks';
import { serviceUrls } from '../domain/serviceUrls';
import { Button } from '../parts/Button';
import { useLang } from '../state/site';
import { loadNewsletterFields, useLazy } from './lazy';
import styles from './NewsletterForm.module.css';

export type NewsletterSource = 'footer' | 'lightbox';

/** What the fetched part does for the field; set by it. */
export interface NewsletterHandlers {
  /** Sent before they were there. */
  submitted?: boolean;
  submit?: () => void;
  input?: () => void;
  blur?: () => void;
}

export interface NewsletterFormProps {
  /** Of the field, and the beginning of all other ids. */
  id: string;
  source: NewsletterSource;
  /** With its boxes from the first. */
  eager?: boolean;
  /** The words of success are shown elsewhere. */
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
  // What opens here, once it has been fetched, opens above whatever has the focus by then, and must not push it out of view.
  useEffect(() => {
    if (!activated || eager || !form.current) return;
    const observer = new ResizeObserver(() => document.activeElement?.scrollIntoView({ block: 'nearest' }));
    observer.observe(form.current);
    return () => observer.disconnect();
  }, [activated, eager]);
  return (
    <form
      ref={form}
      class={styles.form}
      action={serviceUrls.contact(lang)}
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
        <div class={styles.row}>
          <label class={styles.label} for={id}>
            <Trans>Email</Trans>
          </label>
          <input
            ref={field}
            id={id}
            class={styles.field}
            type="email"
            autoComplete="email"
            spellcheck={false}
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
        <Fields id={id} source={source} field={field} hands={handlers.current} onState={setState} onDone={onDone} />
      )}
    </form>
  );
}
