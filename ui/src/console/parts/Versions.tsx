/** What a product or category was: who changed what, and the way back. */

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { type ApiError, asApiError } from '../api/client';
import type { ProductFieldDifference, ProductVersion } from '../api/types';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { Badge, EmptyState, LoadError, Skeleton } from './Feedback';
import { Actions } from './Form';
import table from './Table.module.css';
import { useFormat, useMessageText } from './text';
import { toast } from './toasts';
import styles from './Versions.module.css';

interface Props {
  versions: ProductVersion[];
  /** A field in the reader's words. */
  name: (field: string) => string;
  /** The question whether to go back to a version: a [`RestoreDialog`]. */
  ask: (id: number, onClose: () => void) => ReactNode;
}

export function Versions({ versions, name, ask }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const [asked, setAsked] = useState<ProductVersion>();
  if (versions.length === 0) {
    return (
      <EmptyState title={t`Nothing was changed yet`}>
        <Trans>Each save is kept here with who made it, and can be taken back.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t`When`}</th>
            <th scope="col">{t`Who`}</th>
            <th scope="col">{t`What has changed`}</th>
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
              <td data-label={t`Who`}>
                <Who version={version} />
              </td>
              <td data-label={t`What has changed`}>{format.list(version.changed.map(name)) || '–'}</td>
              <td className={table.end}>
                {version.is_current ? (
                  <Badge tone="success">{t`As it is now`}</Badge>
                ) : (
                  <Button small icon="undo" onPress={() => setAsked(version)}>{t`Go back to it…`}</Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked && ask(asked.id, () => setAsked(undefined))}
    </>
  );
}

function Who({ version: { name, actor } }: { version: ProductVersion }) {
  const { t } = useLingui();
  const [kind, id = ''] = actor.split(':');
  if (name) return name;
  if (actor === '') return t`As the first change found it`;
  return kind === 'token' ? t`Program no. ${id}` : t`Command line (${id})`;
}

interface RestoreProps {
  /** What it would change. */
  data: { fields: ProductFieldDifference[] } | undefined;
  error: ApiError | null;
  onRetry: () => void;
  name: (field: string) => string;
  onRestore: () => Promise<unknown>;
  onClose: () => void;
}

export function RestoreDialog({ data, error, onRetry, name, onRestore, onClose }: RestoreProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const [isBusy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    try {
      await onRestore();
      toast(t`It is as it was then.`);
      onClose();
    } catch (reason) {
      const problem = asApiError(reason);
      toast(say(Object.values(problem.fields)[0] ?? problem));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t`Go back to this version?`} isOpen onClose={onClose} wide>
      {error && <LoadError error={error} onRetry={onRetry} />}
      {!data && !error && <Skeleton rows={3} />}
      {data && (
        <>
          <p className={styles.hint}>
            <Trans>This changes back. It becomes a version of its own, so that nothing is lost.</Trans>
          </p>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{t`Field`}</th>
                <th scope="col">{t`Now`}</th>
                <th scope="col">{t`Then`}</th>
              </tr>
            </thead>
            <tbody>
              {data.fields.map(({ field, before, after }) => (
                <tr key={field}>
                  <th scope="row">{name(field)}</th>
                  <td className={styles.text} data-label={t`Now`}>
                    {before || '–'}
                  </td>
                  <td className={styles.text} data-label={t`Then`}>
                    {after || '–'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Actions>
            <Button variant="primary" isPending={isBusy} onPress={() => void restore()}>
              {isBusy ? t`Saving…` : t`Go back`}
            </Button>
            <Button onPress={onClose}>{t`Close`}</Button>
          </Actions>
        </>
      )}
    </Dialog>
  );
}
