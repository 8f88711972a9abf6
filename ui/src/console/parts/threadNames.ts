/** Kinds, states and subjects of what customers write, in words. */

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ThreadKind, ThreadRow, ThreadState } from '../api/types';

export const KINDS: readonly ThreadKind[] = ['message', 'return', 'withdrawal', 'chat'];
export const STATES: readonly ThreadState[] = ['open', 'answered', 'closed'];

const KIND_NAMES: Record<ThreadKind, MessageDescriptor> = {
  message: msg`Message`,
  return: msg`Return`,
  withdrawal: msg`Withdrawal`,
  chat: msg`Chat`,
};

const STATE_NAMES: Record<ThreadState, MessageDescriptor> = {
  open: msg`Open`,
  answered: msg`Answered`,
  closed: msg`Closed`,
};

const SUBJECTS: Record<NonNullable<ThreadRow['subject']>, MessageDescriptor> = {
  reward_points: msg`Reward points`,
  website_feedback: msg`About the website`,
  order_help: msg`Help with an order`,
  care_information: msg`Care of a product`,
  returns_exchanges: msg`Returns and exchanges`,
  other: msg`Something else`,
};

export function useThreadNames() {
  const { i18n } = useLingui();
  return {
    kind: (kind: ThreadKind) => i18n._(KIND_NAMES[kind]),
    state: (state: ThreadState) => i18n._(STATE_NAMES[state]),
    subject: (subject: NonNullable<ThreadRow['subject']>) => i18n._(SUBJECTS[subject]),
  };
}
