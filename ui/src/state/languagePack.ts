/** The second part of the language pack, for what speaks before it has come. Which file it is, is known floors above. */

let load: () => Promise<unknown> = () => Promise.resolve();

export function setFullPackLoader(of: () => Promise<unknown>): void {
  load = of;
}

/** Resolves when every message can be said. */
export async function loadFullPack(): Promise<void> {
  await load();
}
