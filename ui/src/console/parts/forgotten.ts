/** What an address asks for that its list does not know, or no more: left out, and told. */

/** `status: on_hold`, by the address as it stands and as the list has read it. */
export function forgotten(asked: URLSearchParams, kept: URLSearchParams): string[] {
  return [...asked].flatMap(([name, value]) => {
    // How much is shown is no filter, and has its limit.
    if (name === 'pages') return [];
    const left = (kept.get(name) ?? '').split(',');
    const gone = value
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '' && !left.includes(one));
    return gone.length > 0 ? [`${name}: ${gone.join(', ')}`] : [];
  });
}
