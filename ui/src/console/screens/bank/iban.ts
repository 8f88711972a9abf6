/** IBANs as people type them. The server has the last word. */

export const plainIban = (typed: string): string => typed.replaceAll(/\s/g, '').toUpperCase();

/** In groups of four, as on a bank card. */
export const groupedIban = (iban: string): string => plainIban(iban).replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Whether its check digits fit (ISO 13616): a wrong digit, or two that changed places, is found. */
export function isIban(typed: string): boolean {
  const iban = plainIban(typed);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
