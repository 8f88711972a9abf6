/** How hard a new password is to guess, roughly: by its length, without what repeats or runs on (`aaa`, `123`). */

import { trim } from './validate';

export type PasswordStrength = 'weak' | 'fair' | 'strong';

/** Advised; fewer are allowed (boutique.md §9). */
export const ADVISED_LENGTH = 8;
const STRONG = 13;

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{Lo}/u, /\p{N}/u, /[^\p{L}\p{N}]/u];

export function passwordStrength(password: string): PasswordStrength {
  const signs = [...trim(password)];
  const codes = signs.map((sign) => sign.codePointAt(0) ?? 0);
  const telling = codes.filter((code, at) => at === 0 || Math.abs(code - (codes[at - 1] ?? 0)) > 1).length;
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const worth = Math.min(telling, 2 * new Set(signs).size) + kinds - 1;
  if (signs.length < ADVISED_LENGTH || worth < ADVISED_LENGTH) return 'weak';
  return worth < STRONG ? 'fair' : 'strong';
}
