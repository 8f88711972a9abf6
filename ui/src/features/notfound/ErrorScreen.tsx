/** Internal error page, and the page of a shop that is closed for some minutes. */

import { useLingui } from '@lingui/react/macro';
import { urls } from '../../domain/urls';
import { Button, ButtonLink } from '../../parts/Button';
import { EmptyState } from '../../parts/Feedback';
import { useMessageText } from '../../state/i18n';
import { usePage } from '../../state/page';
import { useSite } from '../../state/site';

export default function ErrorScreen() {
  const { t } = useLingui();
  const say = useMessageText();
  const { lang, maintenance } = useSite();
  const title = maintenance ? t`We are back in a few minutes` : say({ id: 'page.load_failed' });
  usePage({ title, noindex: true });
  return (
    <div className="wrap">
      <EmptyState
        level={1}
        title={title}
        actions={
          <>
            <Button onClick={() => window.location.reload()}>{t`Refresh the page`}</Button>
            <ButtonLink href={urls.home(lang)} variant="quiet">{t`Go to the home page`}</ButtonLink>
          </>
        }
      >
        <p>{say({ id: 'page.refresh' })}</p>
      </EmptyState>
    </div>
  );
}
