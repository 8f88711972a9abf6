/** Accepts an invitation. Its secret stays in the fragment of the address, which no server sees and no log keeps. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '../../api/client';
import { acceptByPasskey, usePasskeyPlace } from '../../api/passkeys';
import { setSelf, useInvitation, useSession } from '../../api/queries';
import type { Invitation, Lang, Registered, StaffSelf } from '../../api/types';
import { Button } from '../../parts/Button';
import { CopyValue } from '../../parts/Copy';
import { PASSWORD_MIN, plainCode, useChecks } from '../../parts/check';
import { LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { CodeField, Field, PasswordField, SelectField } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { LANGUAGE_NAMES, LOCALES, speak } from '../../parts/language';
import { useNames } from '../../parts/names';
import { RecoveryCodes } from '../../parts/RecoveryCodes';
import { Threshold } from '../../parts/Threshold';
import { useFormat } from '../../parts/text';
import { NoPasskeys } from '../../parts/Ways';
import styles from './InvitationScreen.module.css';

interface Props {
  secret: string;
  /** The person is in: leads on to the first screen. */
  onDone: () => void;
}

export default function InvitationScreen({ secret, onDone }: Props) {
  const { t } = useLingui();
  const { data, error, refetch } = useInvitation(secret);
  const [registered, setRegistered] = useState<Registered>();
  const [accepted, setAccepted] = useState<StaffSelf>();

  if (registered) {
    return (
      <Threshold title={t`Your recovery codes`} wide>
        <RecoveryCodes
          codes={registered.recovery_codes}
          doneLabel={t`Open the console`}
          onDone={() => {
            setSelf(registered.self);
            onDone();
          }}
        />
      </Threshold>
    );
  }
  if (accepted) {
    return (
      <Threshold title={t`Your passkey is ready`}>
        <p>
          <Trans>
            From now on it opens the console on this device. Add a second one on another device under ‘My account’: if
            the only one is lost, you need a new invitation.
          </Trans>
        </p>
        <Actions>
          <Button
            variant="primary"
            onPress={() => {
              setSelf(accepted);
              onDone();
            }}
          >
            {t`Open the console`}
          </Button>
        </Actions>
      </Threshold>
    );
  }
  if (error?.id === 'staff.invitation_ended') {
    return (
      <Threshold title={t`This invitation has ended`}>
        <p>
          <Trans>
            An invitation works once and for a short time. Ask the person who invited you for a new one. If you have
            already registered, sign in.
          </Trans>
        </p>
        <Actions>
          <Button variant="primary" onPress={onDone}>{t`Sign in`}</Button>
        </Actions>
      </Threshold>
    );
  }
  return (
    <Threshold title={t`Welcome`} wide>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data && <Registration secret={secret} invitation={data} onRegistered={setRegistered} onAccepted={setAccepted} />}
    </Threshold>
  );
}

interface RegistrationProps {
  secret: string;
  invitation: Invitation;
  onRegistered: (registered: Registered) => void;
  onAccepted: (self: StaffSelf) => void;
}

type Way = 'passkey' | 'password';

function Registration({ secret, invitation, onRegistered, onAccepted }: RegistrationProps) {
  const { t, i18n } = useLingui();
  const { languages } = useSession();
  const names = useNames();
  const format = useFormat();
  const check = useChecks();
  const isOffered = usePasskeyPlace() === 'here';
  const [way, setWay] = useState<Way>(isOffered ? 'passkey' : 'password');
  const { email, role, expires_at, totp } = invitation;
  const form = useForm({
    id: 'register',
    initial: { name: '', lang: i18n.locale as Lang, password: '', code: '' },
    check: ({ name, password, code }) => ({
      name: check.name(name),
      ...(way === 'password' && { password: check.newPassword(password), code: check.code(code) }),
    }),
    send: async ({ name, password, code }) => {
      const lang = i18n.locale as Lang;
      if (way === 'passkey') {
        const self = await acceptByPasskey({ secret, name: name.trim(), lang });
        // Declined: the form stays as it is.
        if (self) onAccepted(self);
        return;
      }
      onRegistered(await call('staff/register', { secret, name: name.trim(), lang, password, code: plainCode(code) }));
    },
  });
  const roleName = names.role(role);
  const until = format.time(expires_at);
  return (
    <>
      <p>
        <Trans>
          You are invited as <strong>{roleName}</strong> with the address <strong>{email}</strong>. The invitation is
          valid until {until}.
        </Trans>
      </p>
      <Form form={form}>
        <fieldset className={styles.step}>
          <legend>{t`1. You`}</legend>
          <Field
            {...form.field('name')}
            label={t`Name`}
            hint={t`As your colleagues see it`}
            autoComplete="name"
            maxLength={80}
          />
          <SelectField
            id="register-lang"
            label={t`Language`}
            value={i18n.locale as Lang}
            onChange={(lang: Lang) => void speak(lang)}
            options={languages.map((lang) => ({ value: lang, label: LANGUAGE_NAMES[lang], lang: LOCALES[lang] }))}
          />
        </fieldset>
        {isOffered ? (
          <WayChoice way={way} onChange={setWay} />
        ) : (
          <div className={styles.step}>
            <NoPasskeys />
          </div>
        )}
        {way === 'password' && (
          <>
            <fieldset className={styles.step}>
              <legend>{isOffered ? t`3. Password` : t`2. Password`}</legend>
              {/* Password managers file the password under this address. */}
              <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
              <PasswordField
                {...form.field('password')}
                label={t`Password`}
                hint={t`${PASSWORD_MIN} characters or more, spaces allowed. Three unrelated words are easier to remember than symbols. Leave out the shop’s name and your address.`}
                autoComplete="new-password"
              />
            </fieldset>
            <fieldset className={styles.step}>
              <legend>{isOffered ? t`4. Code from your phone` : t`3. Code from your phone`}</legend>
              <p className={styles.text}>
                <Trans>
                  Scan this code with an authenticator app; your password manager may have one. The app shows six digits
                  that change every half a minute. You need them each time you sign in.
                </Trans>
              </p>
              <div className={styles.pairing}>
                {/* As an image, in which nothing runs. */}
                <img
                  className={styles.qr}
                  src={`data:image/svg+xml,${encodeURIComponent(totp.qr_svg)}`}
                  alt={t`QR code for the authenticator app`}
                  width={176}
                  height={176}
                />
                <div className={styles.manual}>
                  <p className={styles.text}>
                    <Trans>
                      Reading this on your phone? <a href={totp.uri}>Open the app</a>, or type this key into it:
                    </Trans>
                  </p>
                  <CopyValue label={t`Key`} value={totp.secret.replace(/(.{4})(?=.)/g, '$1 ')} />
                </div>
              </div>
              <CodeField {...form.field('code')} label={t`Code`} hint={t`The six digits that the app shows now`} />
            </fieldset>
          </>
        )}
        <Actions>
          {way === 'passkey' ? (
            <Button type="submit" variant="primary" icon="key" isPending={form.isBusy}>
              {form.isBusy ? t`Waiting for your passkey…` : t`Create the passkey`}
            </Button>
          ) : (
            <Button type="submit" variant="primary" isPending={form.isBusy}>
              {form.isBusy ? t`Registering…` : t`Register`}
            </Button>
          )}
        </Actions>
      </Form>
      <Notice>
        <Trans>Until you have registered you can close this page and open the link again.</Trans>
      </Notice>
    </>
  );
}

/** What the person will sign in with. */
function WayChoice({ way, onChange }: { way: Way; onChange: (way: Way) => void }) {
  const { t } = useLingui();
  const ways: { value: Way; name: string; hint: string }[] = [
    {
      value: 'passkey',
      name: t`Passkey`,
      hint: t`The fingerprint, face or PIN of your device: nothing to remember, and nothing that a forged page could take.`,
    },
    {
      value: 'password',
      name: t`Password and a code from your phone`,
      hint: t`For devices that know no passkeys. You can add a passkey later.`,
    },
  ];
  return (
    <fieldset className={styles.step}>
      <legend>{t`2. How you sign in`}</legend>
      <div>
        {ways.map(({ value, name, hint }) => (
          <label key={value} className={styles.way}>
            <input
              type="radio"
              name="register-way"
              value={value}
              checked={way === value}
              onChange={() => onChange(value)}
              aria-labelledby={`register-way-${value}`}
              aria-describedby={`register-way-${value}-hint`}
            />
            <span>
              <span id={`register-way-${value}`} className={styles.name}>
                {name}
              </span>
              <span id={`register-way-${value}-hint`} className={styles.text}>
                {hint}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
