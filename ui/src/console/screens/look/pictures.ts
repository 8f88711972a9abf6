/** Pictures of the shop in a size that fits. */

interface Image {
  src: string;
  srcset: string;
}

/** The narrowest candidate of at least so many pixels, else the widest. */
export function fitting({ src, srcset }: Image, width: number): string {
  const candidates = srcset
    .split(',')
    .map((one) => one.trim().split(/\s+/))
    .map(([url = '', size = '']) => ({ url, width: Number.parseInt(size, 10) }))
    .filter((one) => one.url && one.width >= width)
    .sort((one, other) => one.width - other.width);
  return candidates[0]?.url ?? src;
}
