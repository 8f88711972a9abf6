/** Lucide icons (ISC). Always beside text or inside a labelled control. */

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
      // Generated at build time.
      dangerouslySetInnerHTML={{ __html: drawings[name] ?? '' }}
    />
  );
}
