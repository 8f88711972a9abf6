/** A sentence of the server as a heading, which has no full stop in any script. */
export function asHeading(sentence: string): string {
  return sentence.replace(/[.。]$/, '');
}
