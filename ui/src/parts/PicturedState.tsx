/** A page with nothing to show but the shop's picture of it: an empty bag, an address where nothing is. */

import type { Args } from '../api/types';
import { useCall } from '../api/useCall';
import { EmptyState, type EmptyStateProps } from './Feedback';
import { Picture } from './Picture';
import styles from './PicturedState.module.css';

export interface PicturedStateProps extends EmptyStateProps, Args<'page/picture'> {}

/** The words are the page's; the picture, beside or above them, says nothing that they do not. */
export function PicturedState({ of, level = 1, ...state }: PicturedStateProps) {
  const { data } = useCall('page/picture', { of });
  return (
    <div class={styles.pictured}>
      <Picture
        image={data?.image}
        sizes="(min-width: 768px) 46vw, 92vw"
        ratio="3/2"
        priority={level === 1}
        decorative
      />
      <EmptyState level={level} {...state} />
    </div>
  );
}
