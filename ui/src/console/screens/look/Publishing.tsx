/** Publishes a look or a home page: its state, the buttons above it, what was published before. */

import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Drafted } from '../../api/look';
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
import type { Editing } from './useEditing';
import { useLookWords } from './words';

interface StateProps<T> {
  document: Drafted<T>;
  draft: SavedDraft<T>;
}

export function StateOf<T>({ document, draft }: StateProps<T>) {
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

interface Props<T> {
  editing: Editing<T>;
  /** Of the question. */
  title: string;
}

export function Publishing<T>({ editing, title }: Props<T>) {
  const { t } = useLingui();
  const say = useMessageText();
  const words = useLookWords();
  // With the version that was seen when it was asked: what a colleague saves meanwhile is neither published nor discarded unread.
  const [asked, setAsked] = useState<{ what: 'publish' | 'discard'; version: number }>();
  const { document, draft, calls, setRefused, refetch } = editing;
  const { publish, unschedule, discard } = calls;
  const version = document.draft?.version;
  const ask = (what: 'publish' | 'discard') => {
    discard.reset();
    if (version !== undefined) setAsked({ what, version });
  };
  const close = () => setAsked(undefined);
  /** What was refused as old is shown as it is by now. */
  const orReread = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (reason) {
      void refetch().catch(() => {});
      throw reason;
    }
  };
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
        <Button onPress={() => ask('discard')}>{t`Discard the draft…`}</Button>
      )}
      <Button variant="primary" isDisabled={version === undefined || draft.isDirty} onPress={() => ask('publish')}>
        {t`Publish…`}
      </Button>
      {asked?.what === 'publish' && (
        <PublishDraft
          title={title}
          zone={document.zone}
          publish={(at) => orReread(publish.mutateAsync({ version: asked.version, at }))}
          name={words.field}
          onRefused={setRefused}
          onClose={close}
        />
      )}
      {asked?.what === 'discard' && (
        <DiscardDraft
          title={t`Discard the draft?`}
          isPending={discard.isPending}
          error={discard.error}
          onDiscard={(onSuccess) =>
            discard.mutate({ version: asked.version }, { onSuccess, onError: () => void refetch().catch(() => {}) })
          }
          onClose={close}
        />
      )}
    </>
  );
}

interface VersionsProps<T> {
  id: string;
  document: Drafted<T>;
  restore: Editing<T>['calls']['restore'];
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
