/** Text for browsers without scripts. */

/** As HTML: in a browser React renders no children of `noscript`, and hydration would remove the served ones. */
export function NoScript({ children }: { children: string }) {
  const html = children.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return <noscript dangerouslySetInnerHTML={{ __html: html }} />;
}
