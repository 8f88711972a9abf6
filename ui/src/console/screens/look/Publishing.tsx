/** Publishes a look or a home page: its state, the buttons above it, what was published before. */

import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { ApiError } from '../../api/client';
import type { Drafted } from '../../api/look';
import type { Message } from '../../api/types';
import { Button } from '../../parts/Button';
import { DiscardDraft } from '../../parts/DiscardDraft';
import { useSavingWords } from '../../parts/DraftNotices';
import { Badge } from '../../parts/Feedback';
import { Section } from '../../parts/Page';
import { PublishDraft } from '../../parts/PublishDraft';
import { PublishedVersions } from '../../parts/PublishedVersions';
import type { SavedDraft } from '../../parts/savedDraft';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './look.module.css';

/** What a change of the document's call is, as its mutation has it. */
interface Mutation<A> {
  isPending: boolean;
  error: ApiError | null;
  mutate: (args: A, on: { onSuccess?: () => void; onError?: (error: ApiError) => void }) => void;
  mutateAsync: (args: A) => Promise<unknown>;
}

export interface Changes {
  publish: Mutation<{ version: number; at: string | null }>;
  unschedule: Mutation<{ version: number }>;
  discard: Mutation<{ version: number }>;
  restore: Mutation<{ number: number }>;
}

interface Props<T> {
  document: Drafted<T>;
  draft: SavedDraft<T>;
  changes: Changes;
  /** Of the question. */
  title: string;
  name: (field: string) => string;
  onRefused: (fields: Record<string, Message>) => void;
}

export function StateOf<T>({ document, draft }: Pick<Props<T>, 'document' | 'draft'>) {
  const { t } = useLingui();
  const format = useFormat();
  const saving = useSavingWords();
  const at = document.draft?.publish_at;
  const planned = at ? format.time(Date.parse(at)) : '';
  return (
    <span className={styles.state}>
      {document.draft ? (
        <Badge tone="neutral">{at ? t`Planned` : t`Draft`}</Badge>
      ) : (
        <Badge tone="success">{t`Published`}</Badge>
      )}
      <span className={styles.quiet} role="status">
        {saving(draft) || planned}
      </span>
    </span>
  );
}

export function Publishing<T>({ document, draft, changes, title, name, onRefused }: Props<T>) {
  const { t } = useLingui();
  const say = useMessageText();
  const [asked, setAsked] = useState<'publish' | 'discard'>();
  const { publish, unschedule, discard } = changes;
  const version = document.draft?.version;
  const close = () => setAsked(undefined);
  return (
    <>
      {version !== undefined && document.draft?.publish_at && (
        <Button
          isPending={unschedule.isPending}
          onPress={() =>
            unschedule.mutate(
              { version },
              { onSuccess: () => toast(t`It waits for you again.`), onError: (error) => toast(say(error)) },
            )
          }
        >
          {t`Do not publish by itself`}
        </Button>
      )}
      {version !== undefined && !draft.isDirty && (
        <Button onPress={() => setAsked('discard')}>{t`Discard the draft…`}</Button>
      )}
      <Button variant="primary" isDisabled={version === undefined || draft.isDirty} onPress={() => setAsked('publish')}>
        {t`Publish…`}
      </Button>
      {asked === 'publish' && version !== undefined && (
        <PublishDraft
          title={title}
          zone={document.zone}
          publish={(at) => publish.mutateAsync({ version, at })}
          name={name}
          onRefused={onRefused}
          onClose={close}
        />
      )}
      {asked === 'discard' && version !== undefined && (
        <DiscardDraft
          title={t`Discard the draft?`}
          isPending={discard.isPending}
          error={discard.error}
          onDiscard={(onSuccess) => discard.mutate({ version }, { onSuccess })}
          onClose={close}
        />
      )}
    </>
  );
}

interface VersionsProps<T> {
  id: string;
  document: Drafted<T>;
  restore: Changes['restore'];
  /** A version, as it was published. */
  read: (number: number, title: string, onClose: () => void) => ReactNode;
}

export function Versions<T>({ id, document, restore, read }: VersionsProps<T>) {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const [asked, setAsked] = useState<{ number: number; title: string }>();
  const rows = document.versions.map((version, at) => ({
    ...version,
    id: String(version.number),
    isNewest: at === 0 && version.number === document.number,
    hasDraft: document.draft !== null,
  }));
  const name = ({ at }: { at: string }) => format.shortTime(Date.parse(at));
  return (
    <Section id={id} title={t`Versions`} lead={t`Whatever was published stays here.`}>
      <PublishedVersions
        versions={rows}
        name={name}
        isPending={restore.isPending}
        onRead={(version) => setAsked({ number: version.number, title: name(version) })}
        onRestore={({ number }) =>
          restore.mutate(
            { number },
            { onSuccess: () => toast(t`It is a draft now.`), onError: (error) => toast(say(error)) },
          )
        }
      />
      {asked && read(asked.number, asked.title, () => setAsked(undefined))}
    </Section>
  );
}
