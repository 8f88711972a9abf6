/**
 * The accounts by which letters leave and cards are charged. What is entered is never shown again, and is not kept on the device either:
 * a half-typed password would outlive its page.
 */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { asApiError } from '../../api/client';
import { useCredentialCall, useCredentials, useCredentialTest } from '../../api/credentials';
import type { Credential, CredentialList, CredentialTest, MailEncryption } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Field, PasswordField, SelectField } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
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
  return (
    <Page
      title={t`Access to mail and payment`}
      lead={t`By which server letters leave, and which account cards are charged for. What you enter is sealed, in force at once, and never shown again.`}
      above={<Back to="/settings">{t({ context: 'screen', message: 'Settings' })}</Back>}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && mail && <MailServer list={data} credential={mail} />}
      {data && stripe && <StripeKeys list={data} credential={stripe} />}
    </Page>
  );
}

/** What is known of a credential without what it is. */
function State({ credential, kind }: { credential: Credential; kind: (hint: string) => string }) {
  const { t } = useLingui();
  const format = useFormat();
  const { held_by: place, is_unreadable, set_at, by, hint } = credential;
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
          {t`It was sealed on another machine and cannot be read on this one. Until then the shop does without.`}
        </Notice>
      )}
      <p className={styles.note}>{t`${what}. Entered by ${name}, ${at}.`}</p>
    </>
  );
}

function useTest(send: () => Promise<CredentialTest>) {
  const say = useMessageText();
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<CredentialTest | string>();
  const run = async () => {
    setBusy(true);
    setResult(undefined);
    try {
      setResult(await send());
    } catch (reason) {
      const error = asApiError(reason);
      setResult(say(Object.values(error.fields)[0] ?? error));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, result, run };
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
    </Notice>
  );
}

function Remove({ credential, label }: { credential: Credential; label: string }) {
  const { t } = useLingui();
  const say = useMessageText();
  const remove = useCredentialCall('credential/remove');
  const [isAsking, setAsking] = useState(false);
  const { name, version } = credential;
  if (version === null) return null;
  return (
    <>
      <Button aria-label={t`Remove: ${label}`} onPress={() => setAsking(true)}>{t`Remove`}</Button>
      {isAsking && (
        <Dialog title={t`Remove what is entered?`} isOpen isAlert onClose={() => setAsking(false)}>
          <p>{t`It cannot be brought back: whoever wants it again enters it again.`}</p>
          <Actions>
            <Button
              variant="primary"
              isPending={remove.isPending}
              onPress={() =>
                remove.mutate(
                  { name, seen: version },
                  {
                    onSuccess: () => toast(t`It is removed.`),
                    onError: (error) => toast(say(error)),
                    onSettled: () => setAsking(false),
                  },
                )
              }
            >
              {t`Remove`}
            </Button>
            <Button onPress={() => setAsking(false)}>{t`Keep it`}</Button>
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

const NO_SERVER = { host: '', port: '', encryption: 'starttls' as MailEncryption as string, user: '', password: '' };

function MailServer({ list, credential }: Props) {
  const { t } = useLingui();
  const save = useCredentialCall('credential/save_mail');
  const send = useCredentialTest('credential/test_mail');
  const email = list.own_email;
  const isFixed = credential.held_by !== null;
  const isUsable = isFixed || (credential.version !== null && !credential.is_unreadable);
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
      await save.mutateAsync({ seen: credential.version, server: server(values) });
      form.reset(NO_SERVER);
      toast(t`Saved, and in force.`);
    },
  });
  const isTyped = form.values.host.trim() !== '';
  const test = useTest(() => send.mutateAsync({ server: isTyped ? server(form.values) : null }));
  return (
    <Section
      id="credential-mail"
      title={t`Mail server`}
      lead={t`By SMTP. Without one, letters only become files on the machine.`}
    >
      <div className={styles.fields}>
        <State credential={credential} kind={(hint) => t`Server: ${hint}`} />
        <Form form={form} label={t`Mail server`}>
          {!isFixed && (
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
          <Actions>
            {!isFixed && (
              <Button type="submit" variant="primary" isPending={form.isBusy}>
                {form.isBusy ? t`Saving…` : t`Save`}
              </Button>
            )}
            {(isTyped || isUsable) && (
              <Button isPending={test.isBusy} onPress={() => void test.run()}>
                {isTyped ? t`Test what is typed` : t`Test what is in force`}
              </Button>
            )}
            <Remove credential={credential} label={t`Mail server`} />
          </Actions>
          <p className={styles.note}>{t`A test sends a letter to ${email}.`}</p>
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
  const isFixed = credential.held_by !== null;
  const isUsable = isFixed || (credential.version !== null && !credential.is_unreadable);
  const form = useForm({
    id: 'stripe',
    initial: NO_KEYS,
    check: ({ secret_key, webhook_secret }) => ({
      secret_key: secret_key.trim() ? undefined : t`Enter the key.`,
      webhook_secret: webhook_secret.trim() ? undefined : t`Enter the secret.`,
    }),
    send: async (keys) => {
      await save.mutateAsync({ seen: credential.version, keys });
      form.reset(NO_KEYS);
      toast(t`Saved, and in force.`);
    },
  });
  const isTyped = form.values.secret_key.trim() !== '';
  const test = useTest(() => ask.mutateAsync({ keys: isTyped ? form.values : null }));
  return (
    <Section id="credential-stripe" title="Stripe" lead={t`For payments by card.`}>
      <div className={styles.fields}>
        <State credential={credential} kind={(hint) => t`Key that ends in ${hint}`} />
        <Form form={form} label="Stripe">
          {!isFixed && (
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
          <Actions>
            {!isFixed && (
              <Button type="submit" variant="primary" isPending={form.isBusy}>
                {form.isBusy ? t`Saving…` : t`Save`}
              </Button>
            )}
            {(isTyped || isUsable) && (
              <Button isPending={test.isBusy} onPress={() => void test.run()}>
                {isTyped ? t`Test what is typed` : t`Test what is in force`}
              </Button>
            )}
            <Remove credential={credential} label="Stripe" />
          </Actions>
        </Form>
      </div>
    </Section>
  );
}
