/** A picture of the gallery, as large as the screen. */

import type { Image } from '../../api/types';
import { Dialog } from '../../parts/Dialog';
import { Picture } from '../../parts/Picture';
import styles from './Enlarged.module.css';

export interface EnlargedProps {
  open: boolean;
  onClose: () => void;
  image: Image | undefined;
  name: string;
}

export function Enlarged({ open, onClose, image, name }: EnlargedProps) {
  return (
    <Dialog open={open} onClose={onClose} title={name} titleHidden placement="full">
      <div class={styles.large}>{image && <Picture image={image} sizes="100vw" ratio="own" />}</div>
    </Dialog>
  );
}
