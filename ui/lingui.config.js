/** Messages live in the code, in English; one catalogue for each language, and one more for the console. */
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'fr', 'de', 'es', 'zh'],
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}',
      include: ['<rootDir>/src'],
      exclude: ['**/*.test.*', '<rootDir>/src/console/**'],
    },
    { path: '<rootDir>/locales/console/{locale}', include: ['<rootDir>/src/console'], exclude: ['**/*.test.*'] },
  ],
  // No line numbers: a moved line is not a changed translation.
  format: formatter({ lineNumbers: false, printLinguiId: false }),
  orderBy: 'origin',
});
