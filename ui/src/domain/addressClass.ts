/** Characters that may not fit on a line of a phone. */
const LONG = 32;

/** CSS class of an e-mail address in a sentence: short ones do not break at hyphens, long ones break anywhere. */
export const addressClass = (email: string) => (email.length > LONG ? 'divided' : 'unbroken');
