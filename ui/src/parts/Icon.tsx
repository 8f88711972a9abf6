/** The icons of the shop, drawn by Lucide (ISC), thin as the display face. Always beside a word, or inside a named control. */

import drawings from 'virtual:icons';
import type names from './icons.json';

export type IconName = keyof typeof names;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      // Drawn at build time, from the package.
      dangerouslySetInnerHTML={{ __html: drawings[name] ?? '' }}
    />
  );
}
