/** The design tokens of `styles/tokens.css` as values: mail clients do not support custom properties. */

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

export const serif = "font-family:Spectral,Georgia,'Times New Roman',serif;font-weight:300;";
export const text = `color:${color.text};font-family:Figtree,Arial,Helvetica,sans-serif;font-size:16px;line-height:26px;`;
