/**
 * Overlays that open on their own, one at a time (U24): cookie banner, newsletter invitation, chat button; and the login
 * prompt of the wishlist. Loaded when the browser is idle.
 */

import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { chatStore } from '../../state/chat';
import { consentStore, isAllowed } from '../../state/consent';
import { hasDecided } from '../../state/consentRecord';
import { useRoute } from '../../state/route';
import { useSite } from '../../state/site';
import { useStore } from '../../state/store';
import { wishlistStore } from '../../state/wishlist';
import { syncWishlist } from '../../state/wishlistActions';
import { useLazy } from '../lazy';
import { ChatLauncher } from './ChatLauncher';
import { loadCookieSettings, loadCookieSheet, loadInvitation, loadWishlistLoginPrompt } from './lazy';
import { useInvitation } from './useInvitation';

/** Trackers are loaded in this document. */
let isTracking = false;

export function ServiceOverlays() {
  const { i18n } = useLingui();
  const { path } = useRoute();
  const site = useSite();
  const { settings, revision } = useStore(consentStore);
  const isAsking = !hasDecided();
  const { pending } = useStore(wishlistStore);
  const { open: chatOpen } = useStore(chatStore);
  const invitation = useInvitation();

  // Login and logout both lead to another page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each page
  useEffect(() => void syncWishlist(i18n), [i18n, path]);

  // Trackers load with consent; withdrawing it reloads the document to remove them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each page and after each decision
  useEffect(() => {
    if (!site.analytics) return;
    if (isAllowed('marketing')) {
      isTracking = true;
      void import('../../state/trackers').then(({ loadTrackers, trackPageView }) => {
        loadTrackers(site);
        trackPageView(document.title);
      });
    } else if (isTracking) {
      window.location.reload();
    }
  }, [site, path, revision]);

  const CookieSheet = useLazy(isAsking, loadCookieSheet);
  const CookieSettings = useLazy(settings, loadCookieSettings);
  const WishlistLoginPrompt = useLazy(pending !== null, loadWishlistLoginPrompt);
  const Invitation = useLazy(invitation.open, loadInvitation);
  return (
    <div data-live>
      {(!isAsking || chatOpen) && <ChatLauncher />}
      {isAsking && CookieSheet && <CookieSheet />}
      {CookieSettings && <CookieSettings open={settings} />}
      {WishlistLoginPrompt && <WishlistLoginPrompt item={pending} />}
      {Invitation && <Invitation open={invitation.open} onClose={invitation.close} />}
    </div>
  );
}
