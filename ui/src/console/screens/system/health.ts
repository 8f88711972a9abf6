/** What is well, and what is not. */

import type { SystemBackups, SystemState } from '../../api/types';

/** A copy of each night is younger than this: a day, and the time that the next one may take. */
const OLD = 36 * 3_600_000;

export type Origin = 'night' | 'by_hand' | 'restore';

/** Why a copy was made, by its file. */
export function originOf(name: string): Origin {
  if (/^shop-by-hand\b/.test(name)) return 'by_hand';
  return name.startsWith('shop-before-') ? 'restore' : 'night';
}

export type Copies = 'none' | 'old' | 'fresh';

export function copiesState({ items }: SystemBackups, now: number): Copies {
  const newest = items[0];
  if (!newest) return 'none';
  return now - Date.parse(newest.made_at) > OLD ? 'old' : 'fresh';
}

export type Emails = 'failed' | 'waiting' | 'sent';

/** One that waits for its first try leaves within seconds: only those that were tried in vain wait. */
export function emailsState({ failed, waiting }: SystemState['mails']): Emails {
  if (failed.length > 0) return 'failed';
  return waiting.some(({ attempts }) => attempts > 0) ? 'waiting' : 'sent';
}

export type Checked = 'warned' | 'unchecked' | 'in_order';

/** The server looks only at a shop that sells: a demonstration without warnings has not been checked. */
export function configurationState({ warnings, is_demo }: Pick<SystemState, 'warnings' | 'is_demo'>): Checked {
  if (warnings.length > 0) return 'warned';
  return is_demo ? 'unchecked' : 'in_order';
}

/** A warning as the server writes it: the settings that it begins with, and the rest. */
export function keyed(warning: string): { keys: string; rest: string } {
  const keys = /^[a-z_]+(?:\.[a-z_]+)+(?: and [a-z_]+(?:\.[a-z_]+)+)*/.exec(warning)?.[0] ?? '';
  return { keys, rest: warning.slice(keys.length).trim() };
}
