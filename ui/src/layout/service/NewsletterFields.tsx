/**
 * Newsletter subscription (boutique.md §4, §5, §8): validation, three checkboxes in the EU, captcha, submission. Loaded by
 * `NewsletterForm`.
 */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../api/client';
import type { Args, Letters } from '../../api/types';
import * as validate from '../../domain/validate';
import { Notice } from '../../parts/Feedback';
import { FieldError } from '../../parts/FieldError';
import { HelpLink } from '../../parts/HelpLink';
import { hasAnyList, NewsletterChoices, NO_LISTS } from '../../parts/NewsletterChoices';
import { pushSubscription } from '../../state/analytics';
import { useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import { afterPointerUp } from '../../state/pointerPress';
import { useLang, useSite } from '../../state/site';
import { Captcha, useCaptcha } from '../Captcha';
import type { NewsletterHandlers, NewsletterSource } from '../NewsletterForm';
import styles from './NewsletterFields.module.css';

export interface NewsletterFieldsProps {
  id: string;
  source: NewsletterSource;
  field: { current: HTMLInputElement | null };
  handlers: NewsletterHandlers;
  onState: (state: 'idle' | 'waiting' | 'invalid' | 'done') => void;
  onDone?: (text: string) => void;
}

/** Outside the EU no checkboxes are shown, and the hotel brand's list is subscribed (decisions.md §5). */
const DEFAULT_LISTS: Letters = { hah_subscribe: 0, brand: 1, all_subscribe_status: 0 };

/** Refusals that are shown as success (boutique.md §8), so that addresses cannot be probed. */
const SILENT_REFUSALS = new Set(['newsletter.already_subscribed', 'newsletter.other_user']);

export function NewsletterFields({ id, source, field, handlers, onState, onDone }: NewsletterFieldsProps) {
  const { t } = useLingui();
  const { eu } = useSite();
  const lang = useLang();
  const say = useMessageText();
  const notify = useNotify();
  const captcha = useCaptcha('newsletter');
  const [lists, setLists] = useState<Letters>(eu ? NO_LISTS : DEFAULT_LISTS);
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
    const args: Args<'newsletter/subscribe'> = { email, ...lists, source };
    try {
      const answer = await captcha.submit((value) => call('newsletter/subscribe', { ...args, captcha: value }));
      succeed(answer.message);
    } catch (reason) {
      if (reason instanceof ApiError && SILENT_REFUSALS.has(reason.id)) {
        succeed({ id: 'newsletter.subscribed' });
        return;
      }
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
      <p className="legal">
        <Trans>
          We ask you to confirm by email first; every letter has a link to unsubscribe.{' '}
          <HelpLink page="privacy-statement">Privacy statement</HelpLink>
        </Trans>
      </p>
    </div>
  );
}
