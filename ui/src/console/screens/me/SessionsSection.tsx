import { useLingui } from '@lingui/react/macro';
import { useEndSession, useSelf, useSessions } from '../../api/queries';
import { LoadError, Skeleton } from '../../parts/Feedback';
import { Section } from '../../parts/Page';
import { SessionTable } from '../../parts/SessionTable';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';

export function SessionsSection() {
  const { t } = useLingui();
  const say = useMessageText();
  const { has_password: hasPassword } = useSelf();
  const { data, error, refetch } = useSessions();
  const end = useEndSession();
  return (
    <Section
      id="sessions"
      title={t`Where you are signed in`}
      lead={
        hasPassword
          ? t`End what you do not recognise, then change your password. A session ends by itself after 12 hours without use and after 7 days.`
          : t`End what you do not recognise. A session ends by itself after 12 hours without use and after 7 days.`
      }
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={2} />}
      {data && (
        <SessionTable
          items={data.items}
          isPending={(id) => end.isPending && end.variables.id === id}
          onEnd={({ id, browser }) =>
            end.mutate(
              { id },
              {
                onSuccess: () => toast(t`The session on ${browser} has ended.`),
                onError: (reason) => toast(say(reason)),
              },
            )
          }
        />
      )}
    </Section>
  );
}
