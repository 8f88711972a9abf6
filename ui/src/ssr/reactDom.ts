/** `react-dom/client` in the server's bundle, where nothing is hydrated. */

export function hydrateRoot(): never {
  throw new Error('only in browsers');
}
