/** What was published: when and by whom, to be read and brought back. */

import { useLingui } from '@lingui/react/macro';
import { Button } from './Button';
import { Badge, EmptyState } from './Feedback';
import styles from './PublishedVersions.module.css';
import table from './Table.module.css';
import { useFormat } from './text';

export interface PublishedVersion {
  id: string;
  at: string;
  actor: string;
  actor_name: string | null;
  /** Where each language has versions of its own. */
  language?: string;
  isNewest: boolean;
  /** Whether a draft stands in its place. */
  hasDraft: boolean;
}

interface Props<V extends PublishedVersion> {
  versions: V[];
  /** A version in words. */
  name: (version: V) => string;
  isPending: boolean;
  onRead: (version: V) => void;
  onRestore: (version: V) => void;
}

export function PublishedVersions<V extends PublishedVersion>({
  versions,
  name,
  isPending,
  onRead,
  onRestore,
}: Props<V>) {
  const { t } = useLingui();
  const format = useFormat();
  const hasLanguages = versions.some(({ language }) => language);
  if (versions.length === 0) return <EmptyState title={t`Nothing was published here yet`} />;
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t`When`}</th>
          {hasLanguages && <th scope="col">{t`Language`}</th>}
          <th scope="col">{t`Who`}</th>
          <th scope="col">
            <span className="visually-hidden">{t`Actions`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version) => (
          <tr key={version.id}>
            <th scope="row">
              <time dateTime={version.at}>{format.shortTime(Date.parse(version.at))}</time>
            </th>
            {hasLanguages && <td data-label={t`Language`}>{version.language}</td>}
            <td data-label={t`Who`}>{version.actor_name ?? (version.actor || '–')}</td>
            <td className={`${table.end} ${styles.tools}`}>
              {version.isNewest && <Badge tone="success">{t`As it is now`}</Badge>}
              <Button small aria-label={t`Read: ${name(version)}`} onPress={() => onRead(version)}>
                {t({ context: 'version', message: 'Read' })}
              </Button>
              {!version.isNewest && (
                <Button small icon="undo" isDisabled={version.hasDraft || isPending} onPress={() => onRestore(version)}>
                  {t`Bring it back`}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
