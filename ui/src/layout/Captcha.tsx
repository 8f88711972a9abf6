/**
 * Captcha of a form. The built-in one needs no interaction and reports its progress (K13). A third party's is loaded only
 * after consent, which can be given in place for this purpose alone.
 *
 *     const captcha = useCaptcha('forgot');
 *     <PostForm call="account/forgot" onFocusCapture={captcha.start} …> … <Captcha of={captcha} error={…} /> … </PostForm>
 *     await captcha.submit((value) => call('account/forgot', { email, captcha: value }));
 */

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../api/client';
import { Button } from '../parts/Button';
import { FieldError } from '../parts/FieldError';
import { Icon } from '../parts/Icon';
import { type Captcha as CaptchaHandle, type CaptchaState, createCaptcha } from '../state/captcha';
import { afterPointerUp } from '../state/pointerPress';
import { type SentForm, useLang, useSite } from '../state/site';
import { useStore } from '../state/store';
import styles from './Captcha.module.css';

/** What each form needs consent for. */
const CONSENT = {
  registration: { id: 'captcha.consent' },
  contact: msg({ id: 'captcha.consent_contact', message: 'Please allow the captcha cookies to send your message.' }),
  forgot: msg({
    id: 'captcha.consent_forgot',
    message: 'Please allow the captcha cookies to ask for a new password.',
  }),
  newsletter: msg({
    id: 'captcha.consent_newsletter',
    message: 'Please allow the captcha cookies to subscribe to our letters.',
  }),
  // Sent without a value where there is none: never asked for.
  withdraw: { id: 'captcha.required' },
};

/** Captcha of a form; call `start` when the form receives focus. */
export function useCaptcha(form: keyof typeof CONSENT): CaptchaHandle {
  const [captcha] = useState(() =>
    createCaptcha({
      consentMessage: CONSENT[form].id,
      fetchChallenge: () => call('captcha/challenge', {}),
      solve: async ({ altcha }, signal) => {
        // The server's bundle needs no solver.
        if (import.meta.env.SSR || !altcha) throw new Error('a challenge without work');
        const { solve } = await import('../domain/proofOfWork');
        const solution = await solve(altcha.parameters, signal);
        return btoa(JSON.stringify({ challenge: altcha, solution }));
      },
    }),
  );
  useEffect(() => captcha.stop, [captcha]);
  // The status appears above the submit button: a click in progress must not miss it.
  return useMemo(() => ({ ...captcha, start: () => afterPointerUp(captcha.start) }), [captcha]);
}

export interface CaptchaProps {
  of: CaptchaHandle;
  /** Id that the error summary links. */
  id?: string;
  /** Error of the last submission. */
  error?: string;
  /** The form came back without scripts: its answer may be a mailed link. */
  back?: Pick<SentForm, 'values'> | undefined;
}

export function Captcha({ of, id = 'captcha', error, back }: CaptchaProps) {
  const { t } = useLingui();
  const state = useStore(of.store);
  const { phase, provider } = state;
  // No captcha configured, or not started.
  if (provider === 'none' || (phase === 'idle' && !provider)) {
    const link = back?.values.captcha;
    return (
      <>
        {link && <input type="hidden" name="captcha" value={link} />}
        {error && (
          <div id={id} tabIndex={-1}>
            <FieldError id={`${id}-error`}>{error}</FieldError>
          </div>
        )}
      </>
    );
  }
  const words = {
    idle: '',
    working: t`Security check: under way. There is nothing for you to do.`,
    done: t`Security check: passed.`,
    consent: '',
    widget: '',
    failed: t`Security check: it could not be made.`,
  };
  // Seen only where there is something to do: a check that runs or has passed is nobody's concern.
  const isQuiet = phase === 'working' || phase === 'done';
  return (
    <div id={id} className={styles.captcha} tabIndex={-1} data-error={error ? '' : undefined}>
      <p className={isQuiet ? 'visually-hidden' : styles.status} role="status" data-phase={phase}>
        {words[phase] && (
          <>
            <span className={styles.sign}>{phase === 'failed' && <Icon name="error" size={16} />}</span>
            <span>{words[phase]}</span>
          </>
        )}
      </p>
      {phase === 'failed' && (
        <Button small variant="secondary" onClick={of.start}>
          {t`Try again`}
        </Button>
      )}
      {phase === 'consent' && <CaptchaConsent onAllow={of.allow} />}
      {provider === 'recaptcha' && (phase === 'widget' || phase === 'done') && <Widget of={of} state={state} />}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** Consent to a third party's cookies, with an alternative. */
function CaptchaConsent({ onAllow }: { onAllow: () => void }) {
  const { t } = useLingui();
  const { phone, email } = useSite();
  return (
    <div className={styles.consent}>
      <p className={styles.title}>{t`Security check by Google reCAPTCHA`}</p>
      <p>
        <Trans>
          It tells people from machines, and sets cookies of Google to do so. It is not loaded before you allow it, and
          allowing it allows nothing else.
        </Trans>
      </p>
      <p>
        <Button small variant="secondary" onClick={onAllow}>
          {t`Allow captcha`}
        </Button>
      </p>
      <p className="small">
        <Trans>
          Would you rather not? Our customer service does it for you:{' '}
          <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>, <a href={`mailto:${email}`}>{email}</a>
        </Trans>
      </p>
    </div>
  );
}

function Widget({ of, state }: { of: CaptchaHandle; state: CaptchaState }) {
  const lang = useLang();
  const place = useRef<HTMLDivElement>(null);
  const { siteKey, attempt } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt renders a new widget
  useEffect(() => {
    const slot = document.createElement('div');
    place.current?.replaceChildren(slot);
    let gone = false;
    import('./recaptcha')
      .then(async ({ renderWidget }) => {
        if (!gone) await renderWidget(slot, siteKey, lang, of.answer);
      })
      .catch(() => {
        if (!gone) of.fail();
      });
    return () => {
      gone = true;
    };
  }, [of, siteKey, lang, attempt]);
  return <div ref={place} className={styles.widget} />;
}
