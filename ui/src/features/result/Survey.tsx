/** Survey after an order: a rating from 1 to 5 and an optional comment (decisions.md §8). */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client';
import type { Problem } from '../../domain/text';
import { urls } from '../../domain/urls';
import { length, trim } from '../../domain/validate';
import { PostForm } from '../../layout/PostForm';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { Field, FieldError } from '../../parts/Field';
import { useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import { useLang, useSentForm } from '../../state/site';
import styles from './Survey.module.css';

const RATINGS = [1, 2, 3, 4, 5];
const COMMENT_MAX = 5000;

export function Survey({ token }: { token: string }) {
  const { t } = useLingui();
  const say = useMessageText();
  const notify = useNotify();
  const lang = useLang();
  const sent = useSentForm('contact/post');
  const wrongAt = sent?.error.fields;
  const [rating, setRating] = useState(Number(sent?.values.rating ?? 0));
  const [comment, setComment] = useState(sent?.values.message ?? '');
  const [problem, setProblem] = useState<Problem | undefined>(wrongAt?.rating ?? wrongAt?.message);
  const [failure, setFailure] = useState<Problem | undefined>(problem ? undefined : sent?.error);
  const [busy, setBusy] = useState(false);
  const [thanks, setThanks] = useState('');
  const done = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (thanks) done.current?.focus();
  }, [thanks]);

  const send = async () => {
    if (busy) return;
    const message = trim(comment);
    if (rating === 0) {
      setProblem({ id: 'contact.survey_rating' });
      document.getElementById('survey-1')?.focus();
      return;
    }
    if (length(message, 0, COMMENT_MAX)) {
      setProblem({ id: 'contact.message_too_long', params: { max: String(COMMENT_MAX) } });
      return;
    }
    setBusy(true);
    setFailure(undefined);
    try {
      const answer = await call('contact/post', { subject: 'website_feedback', rating, message, token });
      setThanks(notify.success(answer.message));
    } catch (reason) {
      setFailure(notify.refusal(reason));
    } finally {
      setBusy(false);
    }
  };

  if (thanks) {
    return (
      <div ref={done} className={styles.done} tabIndex={-1} role="status">
        <Notice tone="success" title={thanks} />
      </div>
    );
  }
  const words = [t`Not at all`, t`Hardly`, t`Well enough`, t`Well`, t`Very well`];
  const wrong = problem ? say(problem) : '';
  return (
    <section className={styles.survey} aria-labelledby="survey-title">
      <h2 id="survey-title" className={styles.title}>{t`One question, if you like`}</h2>
      <PostForm
        call="contact/post"
        then={`${urls.result(lang, 'ordersuccess', token)}&done=rated`}
        className={styles.form}
        onSubmit={() => void send()}
      >
        <input type="hidden" name="subject" value="website_feedback" />
        <input type="hidden" name="token" value={token} />
        <fieldset aria-describedby={wrong ? 'survey-error' : undefined}>
          <legend className={styles.legend}>{t`How well did you find what you were looking for?`}</legend>
          <div className={styles.scale}>
            {RATINGS.map((value) => (
              <label key={value} className={styles.step}>
                <input
                  id={`survey-${value}`}
                  type="radio"
                  name="rating"
                  value={String(value)}
                  checked={rating === value}
                  onChange={() => {
                    setRating(value);
                    setProblem(undefined);
                  }}
                />
                <span className={styles.number}>{String(value)}</span>
                <span className={styles.word}>{words[value - 1]}</span>
              </label>
            ))}
          </div>
          {/* Of a name that comes twice the first counts: none is chosen. */}
          <input type="hidden" name="rating" value="0" />
          {wrong && <FieldError id="survey-error">{wrong}</FieldError>}
        </fieldset>
        <Field
          id="survey-comment"
          name="message"
          label={t`What could we do better?`}
          rows={3}
          value={comment}
          onInput={setComment}
        />
        {failure && <Notice tone="error" alert title={say(failure)} />}
        <p>
          <Button type="submit" variant="secondary" busy={busy} busyLabel={t`Sending…`}>{t`Send`}</Button>
        </p>
      </PostForm>
    </section>
  );
}
