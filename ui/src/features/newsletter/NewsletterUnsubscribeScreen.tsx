/** Unsubscribes by a mailed link, and says until when mails may still arrive. */

import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '../../api/client';
import { serviceUrls } from '../../domain/serviceUrls';
import { urls } from '../../domain/urls';
import { ButtonLink } from '../../parts/Button';
import { usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useLang, useSite } from '../../state/site';
import { useTimestampFormat } from '../../state/timestampFormat';
import { Landing } from './Landing';

export default function NewsletterUnsubscribeScreen({ search }: ScreenProps) {
  const { t } = useLingui();
  const lang = useLang();
  const { brand } = useSite();
  const { lastDate } = useTimestampFormat();
  usePage({ title: t`Unsubscribe`, noindex: true });
  return (
    <Landing
      search={search}
      title={t`Leave our letters?`}
      text={
        <p>
          <Trans>
            You will hear no more from {brand} by letter. Mails about an order or your account are not affected.
          </Trans>
        </p>
      }
      button={t`Unsubscribe`}
      busyLabel={t`One moment…`}
      action={serviceUrls.unsubscribeNewsletter}
      send={(token) => call('newsletter/unsubscribe', { token })}
      doneTitle={t`You are unsubscribed`}
      doneMessage="newsletter.unsubscribed"
      invalid="newsletter.unsubscribe_link"
      invalidTitle={t`This link has lapsed`}
      next={(answer) => {
        const date = answer?.ends_at ? lastDate(answer.ends_at) : '';
        return (
          <>
            {date && <p className="small">{t`By ${date} at the latest.`}</p>}
            <ButtonLink href={urls.home(lang)} variant="secondary">{t`Go to the home page`}</ButtonLink>
            <ButtonLink href={serviceUrls.contact(lang)} variant="quiet">{t`Contact form`}</ButtonLink>
          </>
        );
      }}
    />
  );
}
