/** The design tokens as mails need them: written out. */

export const colour = {
  paper: '#fbf9f5',
  linen: '#f3eee6',
  sand: '#e6ddd0',
  ink: '#1d2226',
  ink2: '#50565a',
  lac: '#203c45',
  laiton: '#7c5d2e',
  line: '#d9d1c4',
};

export const serif = "font-family:Spectral,Georgia,'Times New Roman',serif;font-weight:300;";
export const text = `color:${colour.ink};font-family:Figtree,Arial,Helvetica,sans-serif;font-size:16px;line-height:26px;`;
