/** Lucide icons (ISC). Always beside text or inside a labelled control. */

import type names from './icons.json';

export type IconName = keyof typeof names;

/**
 * Those of the served page are in it, so the first view does without. An icon that is rendered before they are here is empty until
 * the next rendering, which follows them: its words stand beside it.
 */
const drawings: Partial<Record<string, string>> = {};

export function provideDrawings(some: Record<string, string>): void {
  Object.assign(drawings, some);
}

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
