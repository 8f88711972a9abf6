/** A number of an order or an invoice, not divided at its hyphens where a line ends. */
export const inOnePiece = (number: string) => number.replaceAll('-', '-\u2060');
