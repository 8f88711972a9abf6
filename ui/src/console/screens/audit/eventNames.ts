/** Words for what happens to customers' accounts. */

import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { SecurityEvent, SecurityEventKind } from '../../api/types';

const KINDS = {
  account_created: msg`Account opened`,
  logged_in: msg`Signed in`,
  login_failed: msg`Sign-in with a wrong password`,
  login_refused: msg`Sign-in refused after too many attempts`,
  logged_out: msg`Signed out`,
  current_password_wrong: msg`Wrong current password`,
  password_changed: msg`Password changed`,
  reset_requested: msg`Link for a new password asked for`,
  password_reset: msg`New password by the link`,
  email_changed: msg`Email address changed`,
  passkey_added: msg`Passkey added`,
  passkey_removed: msg`Passkey removed`,
  passkey_copied: msg`Copied passkey refused`,
  session_ended: msg`One device signed out`,
  sessions_ended: msg`Other devices signed out`,
  data_exported: msg`Data exported`,
  deletion_requested: msg`Deletion asked for`,
  deletion_withdrawn: msg`Deletion called off`,
  account_deleted: msg`Account deleted`,
} satisfies Record<SecurityEventKind, unknown>;

const ACTORS = {
  visitor: msg`A visitor of the shop`,
  operator: msg`The house`,
  job: msg`The shop by itself`,
};

export const EVENT_KINDS = Object.keys(KINDS) as SecurityEventKind[];

export function useEventNames() {
  const { i18n } = useLingui();
  return {
    kind: (kind: SecurityEventKind) => i18n._(KINDS[kind]),
    actor: ({ actor }: SecurityEvent) => (actor in ACTORS ? i18n._(ACTORS[actor as keyof typeof ACTORS]) : actor),
  };
}
