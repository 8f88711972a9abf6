/** Replaces a page that failed to load (boutique.md §8). */

import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { type ApiError, TRY_LATER } from '../api/client';
import { Button } from '../parts/Button';
import { EmptyState } from '../parts/Feedback';
import { NoWrap } from '../parts/NoWrap';
import { useMessageText } from '../state/i18n';
import { useNotify } from '../state/notify';
import { usePage } from '../state/page';

/** Names the cause when it is known: reloading does not help offline. */
export function PageError({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const messageOf = (id: string) => say({ id, params: {} });
  const title = messageOf('page.load_failed');
  usePage({ title, noindex: true });
  const notify = useNotify();
  useEffect(() => notify.failure(error), [notify, error]);
  return (
    <div role="alert">
      <EmptyState level={1} title={title} actions={<Button onClick={onRetry}>{t`Try again`}</Button>}>
        <p>
          <NoWrap>{error.id === TRY_LATER ? messageOf('page.refresh') : say(error)}</NoWrap>
        </p>
      </EmptyState>
    </div>
  );
}
