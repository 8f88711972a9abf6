/** Subscribing to the newsletter, as its form in footer and invitation and its page do (boutique.md §8). */

import { Trans } from '@lingui/react/macro';
import { ApiError, call } from '../api/client';
import type { Answer, Args, Letters } from '../api/types';
import { HelpLink } from '../parts/HelpLink';
import { NO_LISTS } from '../parts/NewsletterChoices';
import type { Captcha } from '../state/captcha';

/** What is subscribed at first. Outside the EU no boxes are shown, and it is the hotel brand's list (decisions.md §5). */
export const firstLetters = (eu: boolean): Letters => (eu ? NO_LISTS : { ...NO_LISTS, brand: 1 });

/** Refusals that are shown as success, so that addresses cannot be probed. */
const SILENT_REFUSALS = new Set(['newsletter.already_subscribed', 'newsletter.other_user']);

/** The answer; undefined for a refusal that is shown as success. Throws other refusals. */
export async function subscribe(
  captcha: Pick<Captcha, 'submit'>,
  args: Args<'newsletter/subscribe'>,
): Promise<Answer<'newsletter/subscribe'> | undefined> {
  try {
    return await captcha.submit((value) => call('newsletter/subscribe', { ...args, captcha: value }));
  } catch (reason) {
    if (reason instanceof ApiError && SILENT_REFUSALS.has(reason.id)) return undefined;
    throw reason;
  }
}

/** What follows a subscription, and where it is said what becomes of the address. */
export function SubscriptionTerms() {
  return (
    <p className="legal">
      <Trans>
        We ask you to confirm by email first; every letter has a link to unsubscribe.{' '}
        <HelpLink page="privacy-statement">Privacy statement</HelpLink>
      </Trans>
    </p>
  );
}
