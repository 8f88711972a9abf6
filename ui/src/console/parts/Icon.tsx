/** Lucide icons (ISC). Always beside text or inside a labelled control. */

import drawings from 'virtual:icons/console';
import type names from './icons.json';

export type IconName = keyof typeof names;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      // Generated at build time.
      dangerouslySetInnerHTML={{ __html: drawings[name] ?? '' }}
    />
  );
}
