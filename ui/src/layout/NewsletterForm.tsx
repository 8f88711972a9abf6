/**
 * Asking for letters: one field, the same in the footer and in the invitation. What else belongs to it (boxes, captcha, checks,
 * sending) is fetched when somebody turns to it, since it stands on every page. Without scripts it leads to customer service.
 */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'preact/hooks';
import { serviceUrls } from '../domain/serviceUrls';
import { Button } from '../parts/Button';
import { useLang } from '../state/site';
import styles from './NewsletterForm.module.css';
import { loadNewsletterRest, useLazy } from './overlays';

export type NewsletterSource = 'footer' | 'lightbox';

/** What the fetched part does for the field; set by it. */
export interface NewsletterHands {
  /** Sent before they were there. */
  pressed?: boolean;
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
  const hands = useRef<NewsletterHands>({});
  const [begun, setBegun] = useState(eager);
  const [state, setState] = useState<'idle' | 'waiting' | 'invalid' | 'done'>('idle');
  const Rest = useLazy(begun, loadNewsletterRest);
  const isInvalid = state === 'invalid';
  const begin = () => setBegun(true);
  // What opens here, once it has been fetched, opens above whatever has the focus by then, and must not push it out of view.
  useEffect(() => {
    if (!begun || eager || !form.current) return;
    const watch = new ResizeObserver(() => document.activeElement?.scrollIntoView({ block: 'nearest' }));
    watch.observe(form.current);
    return () => watch.disconnect();
  }, [begun, eager]);
  return (
    <form
      ref={form}
      class={styles.form}
      action={serviceUrls.contact(lang)}
      noValidate
      onFocusCapture={begin}
      onSubmit={(event) => {
        event.preventDefault();
        begin();
        hands.current.pressed = true;
        hands.current.submit?.();
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
            onInput={() => hands.current.input?.()}
            onBlur={() => hands.current.blur?.()}
          />
          <Button type="submit" busy={state === 'waiting'} busyLabel={t`One moment…`}>{t`Subscribe`}</Button>
        </div>
      )}
      {Rest && <Rest id={id} source={source} field={field} hands={hands.current} onState={setState} onDone={onDone} />}
    </form>
  );
}
