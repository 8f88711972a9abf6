/** Reads the message catalogues in `locales`. */

import { formatter } from '@lingui/format-po';

/**
 * Entries of a catalogue by message: the English text, after its context, or the explicit id.
 *
 * @param {string} text of a `.po` file
 * @returns {Map<string, { translation: string, isExplicit: boolean }>}
 */
export function readCatalogue(text) {
  return new Map(
    Object.entries(formatter().parse(text))
      .filter(([, { obsolete }]) => !obsolete)
      .map(([id, { message, context, translation }]) => [
        `${context ?? ''}${message ?? id}`,
        { translation, isExplicit: message === undefined },
      ]),
  );
}
