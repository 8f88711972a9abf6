/** Empty state with an illustration: empty cart, 404. */

import type { Args } from '../api/types';
import { useCall } from '../api/useCall';
import { EmptyState, type EmptyStateProps } from '../parts/Feedback';
import { Picture } from '../parts/Picture';
import styles from './PicturedState.module.css';

export interface PicturedStateProps extends EmptyStateProps, Args<'page/picture'> {}

/** The illustration is decorative. */
export function PicturedState({ of, level = 1, ...state }: PicturedStateProps) {
  const { data } = useCall('page/picture', { of });
  return (
    <div className={styles.pictured}>
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
