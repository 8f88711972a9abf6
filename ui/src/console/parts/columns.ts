/** Which columns of a list are shown; the address names those that are not, so that new ones appear by themselves. */

export function readHidden<C extends string>(params: URLSearchParams, columns: readonly C[]): C[] {
  const hidden = (params.get('hide') ?? '').split(',');
  return columns.filter((one) => hidden.includes(one));
}
