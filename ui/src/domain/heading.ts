/** A server message as a heading: without its final full stop. */
export function asHeading(sentence: string): string {
  return sentence.replace(/[.。]$/, '');
}
