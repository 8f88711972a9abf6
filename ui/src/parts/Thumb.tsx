/** Thumbnail of an item in a cart or an order, 64 × 80. */

import type { Image } from '../api/types';
import { Picture } from './Picture';
import styles from './Thumb.module.css';

export function Thumb({ image }: { image: Image | null }) {
  return <Picture image={image} sizes="96px" decorative className={styles.thumb} />;
}
