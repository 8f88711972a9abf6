/** The link that takes the place of a form's security check without scripts: on its way, or followed. */

import { Trans, useLingui } from '@lingui/react/macro';
import { queryValue } from '../domain/urls';
import { Notice } from '../parts/Feedback';

/** Whether a form waits for its link. */
export const isLinkMailed = (search: string) => queryValue(search, 'done') === 'mailed';

/** What to do with the link. */
export function MailedLink() {
  return (
    <>
      <p role="status">
        <Trans>We have sent you a link. It brings back your form as you left it: please send it once more there.</Trans>
      </p>
      <p>
        <Trans>It may take a few minutes. Please look in your spam folder too.</Trans>
      </p>
    </>
  );
}

/** Above a form whose link was followed. */
export function LinkFollowed() {
  const { t } = useLingui();
  return <Notice tone="info" title={t`Here is your form as you left it. Please send it once more.`} />;
}
