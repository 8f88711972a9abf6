/**
 * Newsletter subscription (boutique.md §4, §5, §8): validation, three checkboxes in the EU, captcha, submission. Loaded by
 * `NewsletterForm`.
 */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../api/client';
import type { Letters } from '../../api/types';
import * as validate from '../../domain/validate';
import { Notice } from '../../parts/Feedback';
import { FieldError } from '../../parts/FieldError';
import { hasAnyList, NewsletterChoices } from '../../parts/NewsletterChoices';
import { pushSubscription } from '../../state/analytics';
import { useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import { afterPointerUp } from '../../state/pointerPress';
import { useLang, useSite } from '../../state/site';
import { Captcha, useCaptcha } from '../Captcha';
import type { NewsletterHandlers, NewsletterSource } from '../NewsletterForm';
import { firstLetters, SubscriptionTerms, subscribe } from '../subscription';
import styles from './NewsletterFields.module.css';

export interface NewsletterFieldsProps {
  id: string;
  source: NewsletterSource;
  field: { current: HTMLInputElement | null };
  handlers: NewsletterHandlers;
  onState: (state: 'idle' | 'waiting' | 'invalid' | 'done') => void;
  onDone?: (text: string) => void;
}

export function NewsletterFields({ id, source, field, handlers, onState, onDone }: NewsletterFieldsProps) {
  const { t } = useLingui();
  const { eu } = useSite();
  const lang = useLang();
  const say = useMessageText();
  const notify = useNotify();
  const captcha = useCaptcha('newsletter');
  const [lists, setLists] = useState<Letters>(() => firstLetters(eu));
  const [problem, setProblem] = useState<validate.Problem | null>(null);
  const [noneChosen, setNoneChosen] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const [done, setDone] = useState('');
  const isSending = useRef(false);
  const thanks = useRef<HTMLDivElement>(null);

  const read = () => field.current?.value ?? '';
  const show = (found: validate.Problem | null) => {
    setProblem(found);
    onState(found ? 'invalid' : 'idle');
  };

  const succeed = (message: validate.Problem) => {
    const text = notify.success(message);
    pushSubscription(source, lang);
    onState('done');
    if (onDone) onDone(text);
    else setDone(text);
  };

  const send = async (email: string) => {
    isSending.current = true;
    setFailure(undefined);
    onState('waiting');
    try {
      const answer = await subscribe(captcha, { email, ...lists, source });
      succeed(answer?.message ?? { id: 'newsletter.subscribed' });
    } catch (reason) {
      const error = notify.refusal(reason);
      const ofEmail = error.fields.email;
      onState(ofEmail ? 'invalid' : 'idle');
      if (ofEmail) {
        setProblem({ id: ofEmail.id, params: ofEmail.params });
        field.current?.focus();
      } else {
        setFailure(error);
      }
    } finally {
      isSending.current = false;
    }
  };

  handlers.submit = () => {
    if (isSending.current) return;
    const email = validate.trim(read());
    const found = validate.email(email);
    const isNoneChosen = eu && !hasAnyList(lists);
    show(found);
    setNoneChosen(isNoneChosen);
    if (found) field.current?.focus();
    else if (isNoneChosen) document.getElementById(`${id}-hah`)?.focus();
    else void send(email);
  };
  // Shown errors clear when corrected; none appear while typing (U6).
  handlers.input = () => problem && !validate.email(read()) && show(null);
  handlers.blur = () => {
    const input = field.current;
    if (!input || input.value === '') return;
    input.value = validate.trim(input.value);
    // An error moves the button: a click in progress must not miss it.
    if (input.value) afterPointerUp(() => field.current && !isSending.current && show(validate.email(read())));
  };

  // Starts the captcha, and submits if the form was sent before this part was loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    captcha.start();
    if (handlers.submitted) handlers.submit?.();
  }, []);
  useEffect(() => {
    if (done) thanks.current?.focus();
  }, [done]);

  if (done) {
    return (
      <div ref={thanks} className={styles.done} tabIndex={-1} role="status">
        <Notice tone="success" title={done} />
      </div>
    );
  }
  return (
    <div className={styles.rest}>
      {problem && <FieldError id={`${id}-error`}>{say(problem)}</FieldError>}
      {eu && (
        <NewsletterChoices
          id={id}
          legend={t`What may we write to you about?`}
          lists={lists}
          onChange={(next) => {
            setLists(next);
            if (hasAnyList(next)) setNoneChosen(false);
          }}
          noneChosen={noneChosen}
        />
      )}
      <Captcha of={captcha} id={`${id}-captcha`} error={failure?.fields.captcha && say(failure.fields.captcha)} />
      {failure && <Notice tone="error" alert title={say(failure)} />}
      <SubscriptionTerms />
    </div>
  );
}
