/** What was changed from this page just now: nobody needs to be told of it. */

/** Milliseconds in which what is new about a thing counts as the answer to that. */
const OWN = 5000;

const until = new Map<string, number>();

/** `moment`: when the change is made. */
export const setOwn = (noun: string, thing: string | number, moment = Date.now()) =>
  until.set(`${noun} ${thing}`, moment + OWN);

export const isOwn = (noun: string, thing: string | number) => Date.now() < (until.get(`${noun} ${thing}`) ?? 0);
