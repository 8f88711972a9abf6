/** The design tokens of `styles/tokens.css` as values: mail clients do not support custom properties. */

import type { CSSProperties } from 'react';

export const color = {
  background: '#fbf9f5',
  surface: '#f3eee6',
  surfaceStrong: '#e6ddd0',
  text: '#1d2226',
  textSecondary: '#50565a',
  primary: '#203c45',
  accent: '#7c5d2e',
  borderSubtle: '#d9d1c4',
};

export const serif: CSSProperties = { fontFamily: "Spectral,Georgia,'Times New Roman',serif", fontWeight: 300 };
export const text: CSSProperties = {
  color: color.text,
  fontFamily: 'Figtree,Arial,Helvetica,sans-serif',
  fontSize: '16px',
  lineHeight: '26px',
};
export const small: CSSProperties = { fontSize: '14px', lineHeight: '21px', color: color.textSecondary };
