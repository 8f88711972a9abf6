/** The frame of the look's and the home page's screens: state and buttons above, fields beside the preview, versions below. */

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ApiError } from '../../api/client';
import { type Kind, useVersion } from '../../api/look';
import { DraftNotices } from '../../parts/DraftNotices';
import { LoadError, Skeleton } from '../../parts/Feedback';
import { LookTabs } from '../../parts/LookTabs';
import { Page } from '../../parts/Page';
import { Differences, VersionDialog } from './Differences';
import styles from './look.module.css';
import { Publishing, StateOf, Versions } from './Publishing';
import { ToPreview } from './ShadowPreview';
import type { Editing } from './useEditing';

interface Words {
  title: string;
  lead: string;
  /** Title of the question before it is published. */
  publish: string;
  /** That somebody else has changed it. */
  changed: string;
}

function useWords(kind: Kind): Words {
  const { t } = useLingui();
  return kind === 'look'
    ? {
        title: t({ context: 'look', message: 'Brand' }),
        lead: t`How the shop and its letters look, and what the house says of itself.`,
        publish: t`Publish this look`,
        changed: t`Somebody has changed this look`,
      }
    : {
        title: t`Home page`,
        lead: t`What shoppers see first: pictures, departments, best sellers.`,
        publish: t`Publish this home page`,
        changed: t`Somebody has changed this home page`,
      };
}

const TABS = { look: 'brand', home: 'home' } as const;

interface LoadingProps<S> {
  kind: Kind;
  query: { data: S | undefined; error: ApiError | null; refetch: () => unknown };
  children: (screen: S) => ReactNode;
}

/** The screen once its document is there. */
export function Loading<S>({ kind, query: { data, error, refetch }, children }: LoadingProps<S>) {
  const { title, lead } = useWords(kind);
  if (data) return children(data);
  return (
    <Page title={title} lead={lead}>
      <LookTabs at={TABS[kind]} />
      {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton rows={8} />}
    </Page>
  );
}

interface Props<T> {
  kind: Kind;
  editing: Editing<T>;
  preview: ReactNode;
  /** Above fields and preview. */
  above?: ReactNode;
  children: ReactNode;
}

export function Editor<T>({ kind, editing, preview, above, children }: Props<T>) {
  const { t } = useLingui();
  const { title, lead, publish, changed } = useWords(kind);
  const { document, draft, stored, unsaved } = editing;
  return (
    <Page
      title={title}
      lead={lead}
      mark={<StateOf document={document} draft={draft} />}
      actions={<Publishing editing={editing} title={publish} />}
    >
      <LookTabs at={TABS[kind]} />
      <DraftNotices
        draft={draft}
        stored={stored}
        changed={changed}
        theirs={(of, isMine) => (
          <Differences
            mine={draft.value}
            theirs={of}
            names={{ mine: t`Here`, theirs: isMine ? t`What you typed` : t`Theirs` }}
          />
        )}
        failure={document.draft?.failure}
        problem={unsaved}
      />
      {above}
      <ToPreview id={`${kind}-preview`} />
      <div className={styles.columns}>
        <div key={draft.taken} className={styles.editor}>
          {children}
        </div>
        <div className={styles.beside}>{preview}</div>
      </div>
      <Versions
        id={`${kind}-versions`}
        document={document}
        restore={editing.calls.restore}
        read={(number, name, onClose) => (
          <Version kind={kind} number={number} title={name} now={document.published} onClose={onClose} />
        )}
      />
    </Page>
  );
}

interface VersionProps {
  kind: Kind;
  number: number;
  title: string;
  now: unknown;
  onClose: () => void;
}

function Version({ kind, number, ...dialog }: VersionProps) {
  const { data, error, refetch } = useVersion(kind, number);
  return <VersionDialog {...dialog} data={data} error={error} onRetry={() => void refetch()} />;
}
