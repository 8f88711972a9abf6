/** Form of name, e-mail address and member card. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client';
import type { UserInfo } from '../../api/types';
import { accountUrls } from '../../domain/accountUrls';
import * as validate from '../../domain/validate';
import { PostForm } from '../../layout/PostForm';
import { Button } from '../../parts/Button';
import { EmailField } from '../../parts/EmailField';
import { Notice } from '../../parts/Feedback';
import { MemberCardField } from '../../parts/MemberCardField';
import { NameFields } from '../../parts/NameFields';
import { PasswordField } from '../../parts/PasswordField';
import { useFormDraft } from '../../state/formDraft';
import { useMessageText } from '../../state/i18n';
import { useAnswers } from '../../state/login';
import { useNotify } from '../../state/notify';
import { useLang, useSentForm } from '../../state/site';
import { useForm, withSent } from '../../state/useForm';
import { useFormSubmit } from '../../state/useFormSubmit';
import styles from './AccountEditScreen.module.css';
import { checkDetails, DETAIL_NAMES, type DetailValues, detailsOf, isOtherEmail } from './accountForms';

const DRAFT_NAME = 'account-edit';
const idOf = (name: keyof DetailValues) => `details-${name}`;

export function useDetailsForm(user: UserInfo, onSaved: (user: UserInfo) => void) {
  const notify = useNotify();
  const answers = useAnswers();
  const [isSaved, setSaved] = useState(false);
  const saved = useRef(user);
  const sent = useSentForm('account/update');
  const form = useForm<DetailValues>(
    withSent(detailsOf(user), sent),
    (values) => checkDetails(values, saved.current.email),
    sent,
  );
  useFormDraft(DRAFT_NAME, user.email, form);
  const sending = useFormSubmit({
    form,
    names: DETAIL_NAMES,
    idOf,
    sent,
    draft: { name: DRAFT_NAME, owner: user.email },
    async send(values) {
      setSaved(false);
      const { member_card, current_password } = values;
      const answer = await call('account/update', {
        first_name: validate.oneLine(values.first_name),
        last_name: validate.oneLine(values.last_name),
        email: validate.trim(values.email),
        member_card: validate.compact(member_card),
        current_password: isOtherEmail(values, user.email) ? current_password : '',
      });
      saved.current = answer;
      form.reset(detailsOf(answer));
      setSaved(true);
      answers.invalidate('membercard/index');
      notify.success({ id: 'account.saved' });
      onSaved(answer);
    },
  });
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(detailsOf(saved.current));
  return { form, sending, isSaved, isChanged, savedEmail: saved.current.email };
}

interface DetailsFormProps {
  of: ReturnType<typeof useDetailsForm>;
  /** Shows that the details are saved. */
  isSaved: boolean;
  onSubmit: () => void;
}

export function DetailsForm({ of, isSaved, onSubmit }: DetailsFormProps) {
  const { t } = useLingui();
  const lang = useLang();
  const say = useMessageText();
  // Without scripts the form cannot know whether the password will be needed, and always asks for it.
  const [isScripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  const { sending, savedEmail } = of;
  const { values } = of.form;
  const { text } = sending;
  const isNeeded = isOtherEmail(values, savedEmail);
  return (
    <PostForm
      call="account/update"
      then={`${accountUrls.edit(lang)}?done=saved`}
      className={styles.form}
      aria-labelledby="edit-details"
      onSubmit={() => {
        onSubmit();
        sending.submit();
      }}
    >
      <h2 id="edit-details" className="subheading">{t`Your details`}</h2>
      {isSaved && <Notice tone="success" title={say({ id: 'account.saved' })} />}
      <NameFields text={text} />
      <EmailField {...text('email')} hint={t`For logging in, and for news of your orders`} autoComplete="email" />
      <div className={isNeeded ? undefined : styles.plain} data-live="">
        {(isNeeded || !isScripted) && (
          <PasswordField
            {...text('current_password')}
            label={t`Current password`}
            hint={isNeeded ? t`Because the email address changes` : t`Only if the email address changes`}
            required={isNeeded}
            autoComplete="current-password"
          />
        )}
      </div>
      <MemberCardField {...text('member_card')} />
      <Button type="submit" busy={sending.busy} busyLabel={t`Saving…`}>
        {t`Save changes`}
      </Button>
    </PostForm>
  );
}
