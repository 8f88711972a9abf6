/**
 * Stands in the place of the router's own view of the history, which is never asked: ours is `useShownLocation`. The original
 * would listen to every change of address, and patch the browser's history to do so.
 */

export const useBrowserLocation = (): [string, () => void] => ['/', () => {}];
export const useSearch = (): string => '';
