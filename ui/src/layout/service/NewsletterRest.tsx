/**
 * Subscribing to letters (boutique.md §4, §5, §8): the checks, three boxes in the European Union, the captcha, sending once at a
 * time, and what came of it. The field itself stands in `NewsletterForm`, which fetches this when somebody turns to it.
 */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, asApiError, call } from '../../api/client';
import type { Letters, SubscribeArgs } from '../../api/types';
import * as validate from '../../domain/validate';
import { Captcha, useCaptcha } from '../../parts/Captcha';
import { Notice } from '../../parts/Feedback';
import { FieldError } from '../../parts/FieldError';
import { HelpLink } from '../../parts/HelpLink';
import { hasLetters, LetterBoxes, NO_LETTERS } from '../../parts/LetterBoxes';
import { pushEvent } from '../../state/analytics';
import { useMessageText } from '../../state/i18n';
import { announce, notify } from '../../state/notice';
import { afterPress } from '../../state/press';
import { useLang, useSite } from '../../state/site';
import type { NewsletterHands, NewsletterSource } from '../NewsletterForm';
import styles from './NewsletterRest.module.css';

export interface NewsletterRestProps {
  id: string;
  source: NewsletterSource;
  field: { current: HTMLInputElement | null };
  hands: NewsletterHands;
  onState: (state: 'idle' | 'waiting' | 'invalid' | 'done') => void;
  onDone?: (text: string) => void;
}

/** Where no boxes are shown, the hotel brand's letters are what is asked for (decisions.md §5). */
const UNASKED: Letters = { hah_subscribe: 0, brand: 1, all_subscribe_status: 0 };

/** Refusals that are a success for whoever asked (boutique.md §8): nobody learns whose address is known here. */
const SUCCESSES = new Set(['newsletter.already_subscribed', 'newsletter.other_user']);

export function NewsletterRest({ id, source, field, hands, onState, onDone }: NewsletterRestProps) {
  const { t } = useLingui();
  const { eu } = useSite();
  const lang = useLang();
  const say = useMessageText();
  const captcha = useCaptcha();
  const [letters, setLetters] = useState<Letters>(eu ? NO_LETTERS : UNASKED);
  const [problem, setProblem] = useState<validate.Problem | null>(null);
  const [unticked, setUnticked] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const [done, setDone] = useState('');
  const isSending = useRef(false);
  const thanks = useRef<HTMLDivElement>(null);

  const read = () => field.current?.value ?? '';
  const show = (found: validate.Problem | null) => {
    setProblem(found);
    onState(found ? 'invalid' : 'idle');
  };

  const succeed = (text: string) => {
    pushEvent({ event: 'newsletter_subscribe', source, language: lang } as { event: string });
    onState('done');
    if (onDone) {
      onDone(text);
      announce(text);
    } else {
      setDone(text);
    }
  };

  const send = async (email: string) => {
    isSending.current = true;
    setFailure(undefined);
    onState('waiting');
    const args: SubscribeArgs = { email, ...letters, source };
    try {
      const answer = await captcha.guard((value) => call('newsletter/subscribe', { ...args, captcha: value }));
      succeed(say(answer.message));
    } catch (reason) {
      const error = asApiError(reason);
      if (SUCCESSES.has(error.id)) {
        succeed(say({ id: 'newsletter.subscribed', params: {} }));
        return;
      }
      const ofEmail = error.fields.email;
      onState(ofEmail ? 'invalid' : 'idle');
      if (ofEmail) {
        setProblem({ id: ofEmail.id, params: ofEmail.params });
        field.current?.focus();
      } else {
        setFailure(error);
        notify(say(error), 'error');
      }
    } finally {
      isSending.current = false;
    }
  };

  hands.submit = () => {
    if (isSending.current) return;
    const email = validate.trim(read());
    const found = validate.email(email);
    const isUnticked = eu && !hasLetters(letters);
    show(found);
    setUnticked(isUnticked);
    if (found) field.current?.focus();
    else if (isUnticked) document.getElementById(`${id}-hah`)?.focus();
    else void send(email);
  };
  // An error that is shown goes when it is mended; none comes while typing (U6).
  hands.input = () => problem && !validate.email(read()) && show(null);
  hands.blur = () => {
    const input = field.current;
    if (!input || input.value === '') return;
    input.value = validate.trim(input.value);
    // A line that comes or goes moves what is being pressed.
    if (input.value) afterPress(() => field.current && !isSending.current && show(validate.email(read())));
  };

  // Somebody is here: the captcha begins. What was sent before this part had come is sent now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    captcha.start();
    if (hands.pressed) hands.submit?.();
  }, []);
  useEffect(() => {
    if (done) thanks.current?.focus();
  }, [done]);

  if (done) {
    return (
      <div ref={thanks} class={styles.done} tabIndex={-1} role="status">
        <Notice tone="success" title={done} />
      </div>
    );
  }
  return (
    <div class={styles.rest}>
      {problem && <FieldError id={`${id}-error`}>{say({ id: problem.id, params: problem.params ?? {} })}</FieldError>}
      {eu && (
        <LetterBoxes
          id={id}
          legend={t`What may we write to you about?`}
          letters={letters}
          onChange={(next) => {
            setLetters(next);
            if (hasLetters(next)) setUnticked(false);
          }}
          unticked={unticked}
        />
      )}
      <Captcha of={captcha} id={`${id}-captcha`} error={failure?.fields.captcha && say(failure.fields.captcha)} />
      {failure && <Notice tone="error" alert title={say(failure)} />}
      <p class="legal">
        <Trans>
          We ask you to confirm by email first; every letter has a link to unsubscribe.{' '}
          <HelpLink page="privacy-statement">Privacy statement</HelpLink>
        </Trans>
      </p>
    </div>
  );
}
