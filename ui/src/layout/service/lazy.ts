/** Lazy components of `ServiceOverlays`. */

import type { ComponentType } from 'react';
import type { CookieSettingsProps } from './CookieSettings';
import type { InvitationProps } from './Invitation';
import type { WishlistLoginPromptProps } from './WishlistLoginPrompt';

export const loadCookieSheet = () => import('./CookieSheet').then((module) => module.CookieSheet);
export const loadCookieSettings = () =>
  import('./CookieSettings').then((module) => module.CookieSettings as ComponentType<CookieSettingsProps>);
export const loadWishlistLoginPrompt = () =>
  import('./WishlistLoginPrompt').then(
    (module) => module.WishlistLoginPrompt as ComponentType<WishlistLoginPromptProps>,
  );
export const loadInvitation = () =>
  import('./Invitation').then((module) => module.Invitation as ComponentType<InvitationProps>);
export const loadChatPanel = () => import('./ChatPanel').then((module) => module.ChatPanel);
