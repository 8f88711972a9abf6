/**
 * What comes to a visitor by itself, one thing after the other (U24): the question about cookies, the invitation to the
 * letters, the chat's button; and the wish that waited for a login. Fetched when the browser is idle.
 */

import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'preact/hooks';
import { chatStore } from '../../state/chat';
import { allows, consentStore } from '../../state/consent';
import { isDecided } from '../../state/consentRecord';
import { useRoute } from '../../state/route';
import { useSite } from '../../state/site';
import { useStore } from '../../state/store';
import { wishStore } from '../../state/wish';
import { followCustomer } from '../../state/wishing';
import { useLazy } from '../overlays';
import { ChatLauncher } from './ChatLauncher';
import { loadCookieSettings, loadCookieSheet, loadInvitation, loadWishPrompt } from './later';
import { useInvitation } from './useInvitation';

/** Somebody counts in this document. */
let isCounting = false;

export function Companion() {
  const { i18n } = useLingui();
  const { path } = useRoute();
  const site = useSite();
  const { settings, turn } = useStore(consentStore);
  const isAsking = !isDecided();
  const { asked } = useStore(wishStore);
  const { open: chatting } = useStore(chatStore);
  const invitation = useInvitation();

  // A login leads to another page, and so does a logout.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each page anew
  useEffect(() => void followCustomer(i18n), [i18n, path]);

  // Who counts visits is let in when it is allowed, and goes with the document when it no longer is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each page anew, and after each choice
  useEffect(() => {
    if (!site.analytics) return;
    if (allows('marketing')) {
      isCounting = true;
      void import('../../state/trackers').then(({ loadTrackers, countPage }) => {
        loadTrackers(site);
        countPage(document.title);
      });
    } else if (isCounting) {
      window.location.reload();
    }
  }, [site, path, turn]);

  const CookieSheet = useLazy(isAsking, loadCookieSheet);
  const CookieSettings = useLazy(settings, loadCookieSettings);
  const WishPrompt = useLazy(asked !== null, loadWishPrompt);
  const Invitation = useLazy(invitation.open, loadInvitation);
  return (
    <div data-live>
      {(!isAsking || chatting) && <ChatLauncher />}
      {isAsking && CookieSheet && <CookieSheet />}
      {CookieSettings && <CookieSettings open={settings} />}
      {WishPrompt && <WishPrompt wish={asked} />}
      {Invitation && <Invitation open={invitation.open} onClose={invitation.close} />}
    </div>
  );
}
