/**
 * Loads the rest of the language pack for components that need it early. The loader is injected: packs belong to the entry.
 */

let load: () => Promise<unknown> = () => Promise.resolve();

export function setFullPackLoader(of: () => Promise<unknown>): void {
  load = of;
}

/** Resolves when all messages are loaded. */
export async function loadFullPack(): Promise<void> {
  await load();
}
