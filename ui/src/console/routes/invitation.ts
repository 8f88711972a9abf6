/** The secret of an invitation: `/console/invitation#SECRET` or `/console/#/invitation/SECRET`. */
export function invitationSecret({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): string | undefined {
  const inHash = /^#\/invitation\/([\w-]+)$/.exec(hash)?.[1];
  if (inHash) return inHash;
  return /\/invitation\/?$/.test(pathname) ? /^#([\w-]+)$/.exec(hash)?.[1] : undefined;
}
