/** Fields of an entry as its form holds them. */

type Fields = Readonly<Record<string, string>>;

/** The fields to send: those that differ from what was seen; of a new entry, those that say something. */
export function changedFields(values: Fields, seen: Fields | undefined): Record<string, string> {
  const isSent = ([name, text]: [string, string]) => name !== 'code' && (seen?.[name] ?? '') !== text;
  return Object.fromEntries(Object.entries(values).filter(isSent));
}

/** The codes in a text, with blanks between. */
export const codesOf = (text: string): string[] => text.split(/\s+/).filter((code) => code !== '');

/** Chosen codes as such a text. `before`: what it was; the order does not matter. */
export const toggled = (before: string, chosen: readonly string[]): string => {
  const after = [...new Set(chosen)].sort();
  const was = codesOf(before).sort();
  return was.join(' ') === after.join(' ') ? before : after.join(' ');
};
