import { useLingui } from '@lingui/react/macro';
import { useEndSession, useSelf, useSessions } from '../../api/queries';
import { Button } from '../../parts/Button';
import { Badge, LoadError, Skeleton } from '../../parts/Feedback';
import { Section } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';

export function SessionsSection() {
  const { t } = useLingui();
  const format = useFormat();
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
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t`Device`}</th>
              <th scope="col">{t`Signed in since`}</th>
              <th scope="col">{t`Last active`}</th>
              <th scope="col">{t`Network`}</th>
              <th scope="col" className={table.end}>
                <span className="visually-hidden">{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.items.map(({ id, is_current, created_at, seen_at, browser, network }) => (
              <tr key={id}>
                <th scope="row">{browser || t`Unknown browser`}</th>
                <td data-label={t`Signed in since`}>{format.time(created_at)}</td>
                <td data-label={t`Last active`}>{format.ago(seen_at)}</td>
                <td data-label={t`Network`}>
                  <code>{network}</code>
                </td>
                <td className={table.end}>
                  {is_current ? (
                    <Badge tone="success">{t`This device`}</Badge>
                  ) : (
                    <Button
                      small
                      data-row=""
                      aria-label={t`End the session on ${browser}`}
                      isPending={end.isPending && end.variables.id === id}
                      onPress={() =>
                        end.mutate(
                          { id },
                          {
                            onSuccess: () => toast(t`The session on ${browser} has ended.`),
                            onError: (reason) => toast(say(reason)),
                          },
                        )
                      }
                    >
                      {t`End`}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
