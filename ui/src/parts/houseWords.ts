/** What the house says of itself; where it says nothing, what any house could. */

import { useLingui } from '@lingui/react/macro';
import { filled } from '../domain/houseWords';
import { useSite } from '../state/site';

export function useHouseWords() {
  const { t } = useLingui();
  const { brand, look } = useSite();
  const own = filled(look.words, brand);
  return {
    /** Empty without one. */
    line: own.line,
    newsletterTitle: own.newsletter_title || t`Our newsletter`,
    newsletterText: own.newsletter_text || t`What is new, and what the season brings.`,
    invitation:
      own.invitation || t`Now and then we write to you of what is new at ${brand}, and what the season brings.`,
    hotelLetters: own.hotel_letters || t`The hotels of ${brand}: news and offers`,
  };
}
