/** Placeholders of canned texts: `{first_name}`. */

const PLACEHOLDER = /\{([a-z_]+)\}/g;

/** A text with what is known filled in. What is not known stays, for the person who writes to see. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => values[name] || whole);
