/**
 * Rules for style sheets beside Biome's: widths of the scale, sides by the direction of the text, colours from the tokens. What a
 * sheet must do otherwise, it says with its reason: `stylelint-disable-next-line RULE -- reason`.
 */

/** Colours have one place; `color-mix` mixes those of the tokens. */
const colours = {
  'color-named': ['never', { message: 'a colour by its name: use a token of src/styles/tokens.css' }],
  'color-no-hex': [true, { message: 'a colour: use a token of src/styles/tokens.css' }],
  'function-disallowed-list': [
    ['rgb', 'rgba', 'hsl', 'hsla', 'hwb', 'lab', 'lch', 'oklab', 'oklch', 'color'],
    { message: 'a colour: use a token of src/styles/tokens.css, or color-mix() of one' },
  ],
};

export default {
  reportDescriptionlessDisables: true,
  reportInvalidScopeDisables: true,
  reportNeedlessDisables: true,
  languageOptions: { directionality: { block: 'top-to-bottom', inline: 'left-to-right' } },
  rules: {
    ...colours,
    'media-feature-range-notation': ['context', { message: 'min- and max-width: write (width >= …) or (width < …)' }],
    // 600, 900 and 1200 px, as experience.md has them.
    'media-feature-name-value-allowed-list': [
      { width: ['37.5em', '56.25em', '75em'] },
      {
        message:
          'a width off the scale 37.5em, 56.25em, 75em: use one, a container query, or a layout that wraps by itself',
      },
    ],
    // Sizes keep their short names: no language of ours is written downwards.
    'property-layout-mappings': [
      'flow-relative',
      {
        ignoreProperties: [
          '/^(min-|max-)?(width|height)$/',
          '/^contain-intrinsic-(width|height)$/',
          '/^overflow-[xy]$/',
          '/^overscroll-behavior-[xy]$/',
        ],
      },
    ],
    // The browsers of two years ago resize by height only under its physical name.
    'value-keyword-layout-mappings': ['flow-relative', { ignoreProperties: ['resize'] }],
    'declaration-property-max-values': [
      { '/^(margin|padding|inset|scroll-margin|scroll-padding|border-(width|style|color))$/': 3 },
      { message: 'four sides, left and right apart: write the property with -block and with -inline' },
    ],
  },
  overrides: [
    {
      // The demonstration's payment page is deliberately unlike the shop, and has no tokens.
      files: ['src/styles/tokens.css', 'src/demo/demo.css'],
      rules: Object.fromEntries(Object.keys(colours).map((rule) => [rule, null])),
    },
  ],
};
