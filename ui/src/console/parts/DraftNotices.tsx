/** What a draft that is saved by itself has to tell: that two people have written, what was replaced, why it is not saved. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { DeedFailure } from '../api/types';
import { Button } from './Button';
import { Notice } from './Feedback';
import type { SavedDraft } from './savedDraft';
import { useMessageText } from './text';

interface Props<T> {
  draft: SavedDraft<T>;
  /** As the shop has it. */
  stored: T;
  /** That somebody else has changed it. */
  changed: string;
  /** What somebody else has written, or what was given up for it, beside what is here. */
  theirs: (value: T, isMine?: boolean) => ReactNode;
  /** Why it was not published at its time. */
  failure: DeedFailure | null | undefined;
  /** Why it is not saved; empty where it stands at its fields. */
  problem?: string | undefined;
}

export function DraftNotices<T>({ draft, stored, changed, theirs, failure, problem }: Props<T>) {
  const { t } = useLingui();
  const say = useMessageText();
  return (
    <>
      {draft.isClash && (
        <Notice
          tone="warning"
          isLive
          title={changed}
          actions={
            <>
              <Button small onPress={draft.takeTheirs}>
                {t`Show theirs`}
              </Button>
              <Button small onPress={draft.keepMine}>
                {t`Keep mine`}
              </Button>
            </>
          }
        >
          <Trans>What you have typed is still here. Saved, it replaces theirs, which you can still read here.</Trans>
          {theirs(stored)}
        </Notice>
      )}
      {draft.mine !== undefined && (
        <Notice
          title={t`What you typed is still here`}
          actions={
            <>
              <Button small onPress={draft.takeMine}>
                {t`Keep mine`}
              </Button>
              <Button small onPress={draft.forgetMine}>
                {t`Throw it away`}
              </Button>
            </>
          }
        >
          {theirs(draft.mine, true)}
        </Notice>
      )}
      {draft.replaced !== undefined && (
        <Notice
          title={t`What yours has replaced`}
          actions={
            <>
              <Button small onPress={draft.takeReplaced}>
                {t`Show theirs`}
              </Button>
              <Button small onPress={draft.forgetReplaced}>
                {t`No longer needed`}
              </Button>
            </>
          }
        >
          {theirs(draft.replaced)}
        </Notice>
      )}
      {failure && (
        <Notice tone="error" title={t`It was not published at its time`}>
          {say(failure)}
        </Notice>
      )}
      {problem && (
        <Notice tone="error" isLive title={t`This is not saved`}>
          {problem}
        </Notice>
      )}
    </>
  );
}

/** What becomes of what is typed; empty where all is saved. */
export function useSavingWords(): <T>(draft: SavedDraft<T>) => string {
  const { t } = useLingui();
  return ({ isSaving, isDirty }) => (isSaving ? t`Saving…` : isDirty ? t`Not saved` : '');
}
