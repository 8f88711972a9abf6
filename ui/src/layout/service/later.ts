/** What the companion brings with it only when it is wanted. */

import type { CookieSettingsProps } from './CookieSettings';
import type { InvitationProps } from './Invitation';
import type { WishPromptProps } from './WishPrompt';

export const loadCookieSheet = () => import('./CookieSheet').then((module) => module.CookieSheet);
export const loadCookieSettings = () =>
  import('./CookieSettings').then((module) => module.CookieSettings as preact.ComponentType<CookieSettingsProps>);
export const loadWishPrompt = () =>
  import('./WishPrompt').then((module) => module.WishPrompt as preact.ComponentType<WishPromptProps>);
export const loadInvitation = () =>
  import('./Invitation').then((module) => module.Invitation as preact.ComponentType<InvitationProps>);
export const loadChatPanel = () => import('./ChatPanel').then((module) => module.ChatPanel);
