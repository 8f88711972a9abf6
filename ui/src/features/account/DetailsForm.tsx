/** Form of name, e-mail address and member card. */

import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { call } from '../../api/client';
import type { UserInfo } from '../../api/types';
import * as validate from '../../domain/validate';
import { Button } from '../../parts/Button';
import { EmailField } from '../../parts/EmailField';
import { Notice } from '../../parts/Feedback';
import { MemberCardField } from '../../parts/MemberCardField';
import { NameFields } from '../../parts/NameFields';
import { PasswordField } from '../../parts/PasswordField';
import { ScriptedForm } from '../../parts/ScriptedForm';
import { useFormDraft } from '../../state/formDraft';
import { useMessageText } from '../../state/i18n';
import { useAnswers } from '../../state/login';
import { useNotify } from '../../state/notify';
import { useForm } from '../../state/useForm';
import { useFormSubmit } from '../../state/useFormSubmit';
import styles from './AccountEditScreen.module.css';
import { checkDetails, type DetailValues, detailsOf, isOtherEmail } from './accountForms';

const NAMES = ['first_name', 'last_name', 'email', 'current_password', 'member_card'] as const;
const DRAFT_NAME = 'account-edit';
const idOf = (name: keyof DetailValues) => `details-${name}`;

export function useDetailsForm(user: UserInfo, onSaved: (user: UserInfo) => void) {
  const notify = useNotify();
  const answers = useAnswers();
  const [isSaved, setSaved] = useState(false);
  const saved = useRef(user);
  const form = useForm<DetailValues>(detailsOf(user), (values) => checkDetails(values, saved.current.email));
  useFormDraft(DRAFT_NAME, user.email, form);
  const sending = useFormSubmit({
    form,
    names: NAMES,
    idOf,
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
  const say = useMessageText();
  const { sending, savedEmail } = of;
  const { values } = of.form;
  const { text } = sending;
  return (
    <ScriptedForm
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
      {isOtherEmail(values, savedEmail) && (
        <PasswordField
          {...text('current_password')}
          label={t`Current password`}
          hint={t`Because the email address changes`}
          autoComplete="current-password"
        />
      )}
      <MemberCardField {...text('member_card')} />
      <Button type="submit" busy={sending.busy} busyLabel={t`Saving…`}>
        {t`Save changes`}
      </Button>
    </ScriptedForm>
  );
}
