/** The house's colours and typeface as values: mail clients do not support custom properties. */

import { type CSSProperties, createContext, useContext } from 'react';
import type { MailSite } from './render';

const SERIF = "Georgia,'Times New Roman',serif";
const SANS = 'Arial,Helvetica,sans-serif';

/** Letters load no fonts: whoever has the house's sees it, everybody else what is nearest. Gilda Display has one weight. */
const TYPEFACES: Record<MailSite['look']['typeface'], { display: CSSProperties; body: string }> = {
  spectral: { display: { fontFamily: `Spectral,${SERIF}`, fontWeight: 300 }, body: `Figtree,${SANS}` },
  gilda: { display: { fontFamily: `'Gilda Display',${SERIF}`, fontWeight: 400 }, body: `'Hanken Grotesk',${SANS}` },
  figtree: { display: { fontFamily: `Figtree,${SANS}`, fontWeight: 300 }, body: `Figtree,${SANS}` },
};

export function mailStyle({ look: { shades, typeface } }: Pick<MailSite, 'look'>) {
  const color = {
    background: shades.background,
    surface: shades.surface,
    surfaceStrong: shades.surface_strong,
    text: shades.text,
    textSecondary: shades.text_secondary,
    primary: shades.primary,
    accent: shades.accent,
    borderSubtle: shades.border_subtle,
  };
  const { display, body } = TYPEFACES[typeface];
  const text: CSSProperties = {
    color: color.text,
    fontFamily: body,
    fontSize: '16px',
    lineHeight: '26px',
  };
  const small: CSSProperties = { fontSize: '14px', lineHeight: '21px', color: color.textSecondary };
  return { color, display, text, small };
}

export const MailStyle = createContext<ReturnType<typeof mailStyle> | undefined>(undefined);

export function useMailStyle() {
  const style = useContext(MailStyle);
  if (!style) throw new Error('outside of a mail');
  return style;
}
