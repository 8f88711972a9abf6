/** What was changed from this page just now: nobody needs to be told of it. */

/** Milliseconds in which what is new about a thing counts as the answer to that. */
const OWN = 5000;

const changedAt = new Map<string, number>();

export const setOwn = (noun: string, thing: string | number) => changedAt.set(`${noun} ${thing}`, Date.now());

export const isOwn = (noun: string, thing: string | number) =>
  Date.now() - (changedAt.get(`${noun} ${thing}`) ?? 0) < OWN;
