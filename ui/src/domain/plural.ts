/**
 * Plural categories and separators of numbers for the five languages, without `Intl`, which the server's engine lacks.
 */

export type PluralCategory = 'one' | 'many' | 'other';

/** CLDR 48, cardinal. `many` in French and Spanish is for whole millions ("un million de …"). */
export function pluralCategory(lang: string, value: number): PluralCategory {
  const n = Math.abs(value);
  const millions = Number.isInteger(n) && n !== 0 && n % 1_000_000 === 0;
  switch (lang.slice(0, 2)) {
    case 'zh':
      return 'other';
    case 'fr':
      if (n < 2) return 'one';
      return millions ? 'many' : 'other';
    case 'es':
      if (n === 1) return 'one';
      return millions ? 'many' : 'other';
    default:
      return n === 1 ? 'one' : 'other';
  }
}

const GROUP: Record<string, string> = { en: ',', fr: '\u202f', de: '.', es: '.', zh: ',' };
const DECIMAL: Record<string, string> = { en: '.', fr: ',', de: ',', es: ',', zh: '.' };

/** Applies the language's separators to a decimal such as `-1234.50`. Spanish always groups. */
export function separate(lang: string, plain: string): string {
  const key = lang.slice(0, 2);
  const sign = plain.startsWith('-') ? '-' : '';
  const [whole = '0', fraction] = plain.slice(sign.length).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, GROUP[key] ?? ',');
  return `${sign}${grouped}${fraction ? (DECIMAL[key] ?? '.') + fraction : ''}`;
}
