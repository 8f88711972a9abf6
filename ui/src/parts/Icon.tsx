/** Lucide icons (ISC). Always beside text or inside a labelled control. */

import { createStore, useStore } from '../state/store';
import type names from './icons.json';

export type IconName = keyof typeof names;

/**
 * Those of the served page are in it, so the first view does without: hydration leaves what is inside an icon. One that is rendered
 * before they are here is empty until then.
 */
const drawings = createStore<Partial<Record<string, string>>>({});

export function provideDrawings(some: Record<string, string>): void {
  drawings.set(some);
  // The server sees nothing else.
  drawings.initial = drawings.get();
}

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  const drawing = useStore(drawings)[name] ?? '';
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
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  );
}
