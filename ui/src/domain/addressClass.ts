/** More letters than a line of a phone is sure to hold. */
const LONG = 32;

/**
 * The class of an email address in a sentence: not divided at its hyphens. One that may be longer than a line is divided like a
 * long word, and the sentence goes on right behind it.
 */
export const addressClass = (email: string) => (email.length > LONG ? 'divided' : 'unbroken');
