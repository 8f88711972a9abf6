/** The house's colours and the design system's type as values: mail clients do not support custom properties. */

import { type CSSProperties, createContext, useContext } from 'react';
import type { MailSite } from './render';

export function mailStyle({ look: { shades } }: Pick<MailSite, 'look'>) {
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
  const serif: CSSProperties = { fontFamily: "Spectral,Georgia,'Times New Roman',serif", fontWeight: 300 };
  const text: CSSProperties = {
    color: color.text,
    fontFamily: 'Figtree,Arial,Helvetica,sans-serif',
    fontSize: '16px',
    lineHeight: '26px',
  };
  const small: CSSProperties = { fontSize: '14px', lineHeight: '21px', color: color.textSecondary };
  return { color, serif, text, small };
}

export const MailStyle = createContext<ReturnType<typeof mailStyle> | undefined>(undefined);

export function useMailStyle() {
  const style = useContext(MailStyle);
  if (!style) throw new Error('outside of a mail');
  return style;
}
