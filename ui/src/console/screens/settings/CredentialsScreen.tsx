/**
 * The accounts by which letters leave and cards are charged. What is entered is never shown again, and is not kept on the device either:
 * a half-typed password would outlive its page.
 */

import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { asApiError } from '../../api/client';
import { useCredentialCall, useCredentials, useCredentialTest } from '../../api/credentials';
import { useSession } from '../../api/queries';
import type { Credential, CredentialList, CredentialTest, MailEncryption } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Field, PasswordField, SelectField } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { TextAreaField } from '../../parts/MoreFields';
import { Page, Section } from '../../parts/Page';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './SettingsScreen.module.css';

export default function CredentialsScreen() {
  const { t } = useLingui();
  const { data, error, refetch } = useCredentials();
  const of = (name: Credential['name']) => data?.credentials.find((one) => one.name === name);
  const mail = of('mail');
  const stripe = of('stripe');
  const wechat = of('wechat');
  const { languages } = useSession();
  // It is offered beside Chinese alone.
  const hasWechat = wechat && (languages.includes('zh') || wechat.version !== null || wechat.held_by !== null);
  return (
    <Page
      title={t`Access to mail and payment`}
      lead={t({
        id: 'credential.lead',
        message:
          'By which server letters leave, and which account cards are charged for. What an owner enters is sealed, in force at once, and never shown again; every owner gets a letter about it.',
      })}
      above={<Back to="/settings">{t({ context: 'screen', message: 'Settings' })}</Back>}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && !data.may_change && (
        <Notice
          title={t({ id: 'credential.owners_only', message: 'Only owners of the shop enter, test and remove this.' })}
        />
      )}
      {data && mail && <MailServer list={data} credential={mail} />}
      {data && stripe && <StripeKeys list={data} credential={stripe} />}
      {data && hasWechat && <WechatKeys list={data} credential={wechat} />}
    </Page>
  );
}

/** What is known of a credential without what it is. */
function State({ credential, kind, lack }: { credential: Credential; kind: (hint: string) => string; lack: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const { held_by: place, is_unreadable, is_test_key, set_at, by, hint } = credential;
  if (place) {
    return (
      <p className={styles.note}>
        <Trans>
          Given on the machine, which wins: <code translate="no">{place}</code>
        </Trans>
      </p>
    );
  }
  if (!set_at) return <p className={styles.note}>{t`Nothing is entered yet.`}</p>;
  const at = format.time(Date.parse(set_at));
  const name = by ?? '';
  const what = kind(hint);
  return (
    <>
      {is_unreadable && (
        <Notice tone="warning" title={t`It must be entered anew`}>
          {t({
            id: 'credential.of_other_machine',
            message: 'It was sealed on another machine and cannot be read on this one.',
          })}{' '}
          {lack}
        </Notice>
      )}
      {is_test_key && (
        <Notice tone="warning" title={t`It must be entered anew`}>
          {t({ id: 'credential.of_tests', message: 'This key is Stripe’s for tests, and this shop sells.' })} {lack}
        </Notice>
      )}
      <p className={styles.note}>{t`${what}. Entered by ${name}, ${at}.`}</p>
    </>
  );
}

/** A test of what is typed goes the way of saving it: the same checks, and refusals at their fields. */
function useTest(isTyped: boolean, ask: (isTyped: boolean) => Promise<CredentialTest>) {
  const say = useMessageText();
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<CredentialTest | string>();
  const isAsked = useRef(false);
  const run = async () => {
    setBusy(true);
    setResult(undefined);
    try {
      setResult(await ask(isTyped));
    } finally {
      setBusy(false);
    }
  };
  const press = (button: Element) => {
    if (isTyped) {
      isAsked.current = true;
      button.closest('form')?.requestSubmit();
      isAsked.current = false;
    } else {
      run().catch((reason: unknown) => setResult(say(asApiError(reason))));
    }
  };
  return { isBusy, result, run, press, isAsked };
}

/** The version that a person has seen: the newest until they type, then that one, and what somebody else has done is shown. */
function useSeen(version: number | null, isTouched: boolean) {
  const [seen, setSeen] = useState(version);
  if (!isTouched && seen !== version) setSeen(version);
  return { seen, isOutdated: isTouched && seen !== version, look: () => setSeen(version) };
}

function Outdated({ onKeep, onDrop }: { onKeep: () => void; onDrop: () => void }) {
  const { t } = useLingui();
  return (
    <Notice
      tone="warning"
      isLive
      title={t({ id: 'credential.outdated', message: 'Somebody has entered or removed this meanwhile' })}
      actions={
        <>
          <Button small onPress={onKeep}>
            {t({ id: 'credential.keep_typed', message: 'Keep what I have typed' })}
          </Button>
          <Button small onPress={onDrop}>{t`Take over theirs`}</Button>
        </>
      }
    >
      {t({ id: 'credential.stands_above', message: 'How it is now stands above.' })}
    </Notice>
  );
}

function Result({
  result,
  good,
}: {
  result: CredentialTest | string | undefined;
  good: (is: CredentialTest) => string;
}) {
  const { t } = useLingui();
  if (result === undefined) return null;
  if (typeof result === 'string') return <Notice tone="error" isLive title={result} />;
  return (
    <Notice tone={result.is_ok ? 'success' : 'error'} isLive title={result.is_ok ? good(result) : t`It did not work`}>
      {result.said && (
        <span lang="en" translate="no" className={styles.value}>
          {result.said}
        </span>
      )}
      {result.is_restricted &&
        t({
          id: 'credential.restricted',
          message:
            'It may not read balances, which the shop does not need. Whether it may charge and pay back is told by Stripe’s dashboard alone.',
        })}
    </Notice>
  );
}

function Remove({ credential, label }: { credential: Credential; label: string }) {
  const { t } = useLingui();
  const say = useMessageText();
  const remove = useCredentialCall('credential/remove');
  // The one that was there when the question was opened.
  const [seen, setSeen] = useState<number>();
  const { name, version } = credential;
  const close = () => setSeen(undefined);
  return (
    <>
      {version !== null && (
        <Button aria-label={t`Remove: ${label}`} onPress={() => setSeen(version)}>{t`Remove`}</Button>
      )}
      {seen !== undefined && (
        <Dialog title={t`Remove what is entered?`} isOpen isAlert onClose={close}>
          <p>{t`It cannot be brought back: whoever wants it again enters it again.`}</p>
          <Actions>
            <Button
              variant="primary"
              isPending={remove.isPending}
              onPress={() =>
                remove.mutate(
                  { name, seen },
                  {
                    onSuccess: () => toast(t`It is removed.`),
                    onError: (error) => toast(say(error)),
                    onSettled: close,
                  },
                )
              }
            >
              {t`Remove`}
            </Button>
            <Button onPress={close}>{t`Keep it`}</Button>
          </Actions>
        </Dialog>
      )}
    </>
  );
}

interface Props {
  list: CredentialList;
  credential: Credential;
}

interface ButtonsProps extends Props {
  form: { isBusy: boolean };
  test: ReturnType<typeof useTest>;
  isTouched: boolean;
  label: string;
}

function Buttons({ list, credential, form, test, isTouched, label }: ButtonsProps) {
  const { t } = useLingui();
  if (!list.may_change) return null;
  const { held_by, version, is_unreadable, is_test_key } = credential;
  const isSaving = form.isBusy && !test.isBusy;
  const isUsable = held_by !== null || (version !== null && !is_unreadable && !is_test_key);
  return (
    <Actions>
      {held_by === null && (
        <Button type="submit" variant="primary" isPending={isSaving}>
          {isSaving ? t`Saving…` : t`Save`}
        </Button>
      )}
      {(isTouched || isUsable) && (
        <Button isPending={test.isBusy} onPress={({ target }) => test.press(target)}>
          {isTouched ? t`Test what is typed` : t`Test what is in force`}
        </Button>
      )}
      <Remove credential={credential} label={label} />
    </Actions>
  );
}

const hasOther = <V extends Record<string, string>>(values: V, initial: V) =>
  Object.keys(initial).some((name) => values[name] !== initial[name]);

const NO_SERVER = { host: '', port: '', encryption: 'starttls' as MailEncryption as string, user: '', password: '' };

function MailServer({ list, credential }: Props) {
  const { t } = useLingui();
  const save = useCredentialCall('credential/save_mail');
  const send = useCredentialTest('credential/test_mail');
  const email = list.own_email;
  const isOpen = list.may_change && credential.held_by === null;
  const server = (values: typeof NO_SERVER) => ({
    ...values,
    encryption: values.encryption as MailEncryption,
    port: Number(values.port),
  });
  const form = useForm({
    id: 'mail',
    initial: NO_SERVER,
    check: ({ host, port }) => ({
      host: host.trim() ? undefined : t`Enter the server’s name.`,
      port: /^\d{0,5}$/.test(port) && Number(port) <= 65535 ? undefined : t`This value doesn’t fit here.`,
    }),
    send: async (values) => {
      if (test.isAsked.current) return test.run();
      await save.mutateAsync({ seen, server: server(values) });
      form.reset(NO_SERVER);
      toast(t`Saved, and in force.`);
    },
  });
  const isTouched = hasOther(form.values, NO_SERVER);
  const { seen, isOutdated, look } = useSeen(credential.version, isTouched);
  const test = useTest(isTouched, (isTyped) => send.mutateAsync({ server: isTyped ? server(form.values) : null }));
  return (
    <Section
      id="credential-mail"
      title={t`Mail server`}
      lead={t`By SMTP. Without one, letters only become files on the machine.`}
    >
      <div className={styles.fields}>
        <State
          credential={credential}
          kind={(hint) => t`Server: ${hint}`}
          lack={t({ id: 'credential.letters_wait', message: 'Until it is, letters wait; none is lost.' })}
        />
        <Form form={form} label={t`Mail server`}>
          {isOutdated && !form.isBusy && <Outdated onKeep={look} onDrop={() => form.reset(NO_SERVER)} />}
          {isOpen && (
            <>
              <Field {...form.field('host')} label={t`Server`} hint={t`Such as smtp.example.com.`} autoComplete="off" />
              <SelectField
                {...form.field('encryption')}
                label={t`Encryption`}
                options={[
                  { value: 'starttls', label: t`STARTTLS, usually port 587` },
                  { value: 'tls', label: t`TLS, usually port 465` },
                  { value: 'none', label: t`None, for a server on this machine` },
                ]}
              />
              <Field
                {...form.field('port')}
                label={t`Port`}
                hint={t`Empty: the usual one.`}
                optional
                short
                inputMode="numeric"
                autoComplete="off"
              />
              <Field {...form.field('user')} label={t`User name`} optional autoComplete="off" />
              <PasswordField
                {...form.field('password')}
                label={t`Password`}
                hint={t`Whoever changes the server enters the password again.`}
                optional
                autoComplete="new-password"
              />
            </>
          )}
          <Result result={test.result} good={() => t`The server has taken the letter to ${email}`} />
          <Buttons
            list={list}
            credential={credential}
            form={form}
            test={test}
            isTouched={isTouched}
            label={t`Mail server`}
          />
          {list.may_change && <p className={styles.note}>{t`A test sends a letter to ${email}.`}</p>}
        </Form>
      </div>
    </Section>
  );
}

const NO_KEYS = { secret_key: '', webhook_secret: '' };

function StripeKeys({ list, credential }: Props) {
  const { t } = useLingui();
  const save = useCredentialCall('credential/save_stripe');
  const ask = useCredentialTest('credential/test_stripe');
  const address = list.webhook_url;
  const isOpen = list.may_change && credential.held_by === null;
  const form = useForm({
    id: 'stripe',
    initial: NO_KEYS,
    check: ({ secret_key, webhook_secret }) => ({
      secret_key: secret_key.trim() ? undefined : t`Enter the key.`,
      webhook_secret: webhook_secret.trim() ? undefined : t`Enter the secret.`,
    }),
    send: async (keys) => {
      if (test.isAsked.current) return test.run();
      await save.mutateAsync({ seen, keys });
      form.reset(NO_KEYS);
      toast(t`Saved, and in force.`);
    },
  });
  const isTouched = hasOther(form.values, NO_KEYS);
  const { seen, isOutdated, look } = useSeen(credential.version, isTouched);
  const test = useTest(isTouched, (isTyped) => ask.mutateAsync({ keys: isTyped ? form.values : null }));
  return (
    <Section id="credential-stripe" title="Stripe" lead={t`For payments by card.`}>
      <div className={styles.fields}>
        <State
          credential={credential}
          kind={(hint) => t`Key that ends in ${hint}`}
          lack={t({ id: 'credential.no_cards', message: 'Until it is, cards are not offered.' })}
        />
        <Form form={form} label="Stripe">
          {isOutdated && !form.isBusy && <Outdated onKeep={look} onDrop={() => form.reset(NO_KEYS)} />}
          {isOpen && (
            <>
              <PasswordField
                {...form.field('secret_key')}
                label={t`Secret key`}
                hint={t`In Stripe’s dashboard under API keys. It begins with sk_ or rk_.`}
                autoComplete="off"
              />
              <PasswordField
                {...form.field('webhook_secret')}
                label={t`Signing secret of the webhook`}
                hint={t`It begins with whsec_.`}
                autoComplete="off"
              />
            </>
          )}
          <p className={styles.note}>
            <Trans>
              The webhook in Stripe’s dashboard has this address:{' '}
              <code translate="no" className={styles.value}>
                {address}
              </code>
            </Trans>
          </p>
          <Result
            result={test.result}
            good={({ is_live }) =>
              is_live
                ? t`Stripe knows this key. It moves real money.`
                : t`Stripe knows this key. It is for tests: no money moves.`
            }
          />
          <Buttons list={list} credential={credential} form={form} test={test} isTouched={isTouched} label="Stripe" />
        </Form>
      </div>
    </Section>
  );
}

const NO_WECHAT_KEYS = {
  merchant_id: '',
  app_id: '',
  certificate_serial: '',
  private_key: '',
  public_key_id: '',
  public_key: '',
  api_v3_key: '',
};

function WechatKeys({ list, credential }: Props) {
  const { t } = useLingui();
  const save = useCredentialCall('credential/save_wechat');
  const ask = useCredentialTest('credential/test_wechat');
  const isOpen = list.may_change && credential.held_by === null;
  const form = useForm({
    id: 'wechat',
    initial: NO_WECHAT_KEYS,
    check: (values) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, value.trim() ? undefined : t`Fill in this field.`]),
      ),
    send: async (keys) => {
      if (test.isAsked.current) return test.run();
      await save.mutateAsync({ seen, keys });
      form.reset(NO_WECHAT_KEYS);
      toast(t`Saved, and in force.`);
    },
  });
  const isTouched = hasOther(form.values, NO_WECHAT_KEYS);
  const { seen, isOutdated, look } = useSeen(credential.version, isTouched);
  const test = useTest(isTouched, (isTyped) => ask.mutateAsync({ keys: isTyped ? form.values : null }));
  return (
    <Section id="credential-wechat" title={t`WeChat Pay`} lead={t`For payments in the Chinese shop, in CNY.`}>
      <div className={styles.fields}>
        <State
          credential={credential}
          kind={(hint) => t`Merchant ${hint}`}
          lack={t`Until it is, WeChat Pay is not offered.`}
        />
        <Form form={form} label={t`WeChat Pay`}>
          {isOutdated && !form.isBusy && <Outdated onKeep={look} onDrop={() => form.reset(NO_WECHAT_KEYS)} />}
          {isOpen && (
            <>
              <p className={styles.note}>{t`The merchant platform of WeChat Pay shows all of this.`}</p>
              <Field {...form.field('merchant_id')} label={t`Merchant number`} inputMode="numeric" autoComplete="off" />
              <Field {...form.field('app_id')} label={t`App ID`} hint={t`It begins with wx.`} autoComplete="off" />
              <Field
                {...form.field('certificate_serial')}
                label={t`Serial number of the API certificate`}
                autoComplete="off"
              />
              <TextAreaField
                {...form.field('private_key')}
                label={t`Private key of the merchant`}
                hint={t`All of apiclient_key.pem.`}
                rows={4}
                isCode
              />
              <Field
                {...form.field('public_key_id')}
                label={t`ID of WeChat Pay’s public key`}
                hint={t`It begins with PUB_KEY_ID_.`}
                autoComplete="off"
              />
              <TextAreaField
                {...form.field('public_key')}
                label={t`WeChat Pay’s public key`}
                hint={t`All of pub_key.pem.`}
                rows={4}
                isCode
              />
              <PasswordField
                {...form.field('api_v3_key')}
                label={t`APIv3 key`}
                hint={t`32 letters and digits. It opens what WeChat Pay reports of payments; no test can tell whether it is right.`}
                autoComplete="off"
              />
            </>
          )}
          <Result result={test.result} good={() => t`WeChat Pay knows this merchant by these keys.`} />
          <Buttons
            list={list}
            credential={credential}
            form={form}
            test={test}
            isTouched={isTouched}
            label={t`WeChat Pay`}
          />
        </Form>
      </div>
    </Section>
  );
}
