/** Double opt-in: target of the mailed link. A button confirms. */

import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '../../api/client';
import { serviceUrls } from '../../domain/serviceUrls';
import { urls } from '../../domain/urls';
import { ButtonLink } from '../../parts/Button';
import { usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useLang, useSite } from '../../state/site';
import { Landing } from './Landing';

export default function NewsletterConfirmScreen({ search }: ScreenProps) {
  const { t } = useLingui();
  const lang = useLang();
  const { brand } = useSite();
  usePage({ title: t`Confirm your subscription`, noindex: true });
  return (
    <Landing
      search={search}
      title={t`One more step`}
      text={
        <p>
          <Trans>
            You asked for the letters of {brand}. Please confirm it, so that nobody else can subscribe you. If it was
            not you, close this page: nothing will be sent.
          </Trans>
        </p>
      }
      button={t`Confirm my subscription`}
      busyLabel={t`One moment…`}
      action={serviceUrls.confirmNewsletter}
      send={(token) => call('newsletter/confirm', { token })}
      doneTitle={t`Welcome to our letters`}
      doneMessage="newsletter.confirmed"
      invalid="newsletter.link_invalid"
      invalidTitle={t`This link has lapsed`}
      next={() => <ButtonLink href={urls.home(lang)} variant="secondary">{t`Go to the home page`}</ButtonLink>}
    />
  );
}
