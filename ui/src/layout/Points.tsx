/** How many points an order earns; what they are worth and how to join, where the shop has a page of it. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall } from '../api/useCall';
import { Link } from '../parts/Link';
import { VisuallyHidden } from '../parts/VisuallyHidden';

export interface PointsProps {
  points: number;
}

export function Points({ points }: PointsProps) {
  const { t } = useLingui();
  const earned = t`${plural(points, { one: '# point for members', other: '# points for members' })}`;
  return (
    <>
      {/* One text, as the server sends one. */}
      {`${earned} `}
      <PointsLink />
    </>
  );
}

/** `apart`: opens a new tab, so that input is not lost. */
export function PointsLink({ apart }: { apart?: boolean }) {
  const { data } = useCall('page/topmenu', {});
  const page = data?.house?.find(({ key }) => key === 'points');
  if (!page) return null;
  if (apart) {
    return (
      <a href={page.url} target="_blank" rel="noopener">
        <Trans>What a point is worth</Trans>
        <VisuallyHidden>
          <Trans> (opens in a new tab)</Trans>
        </VisuallyHidden>
      </a>
    );
  }
  return (
    <Link href={page.url}>
      <Trans>What a point is worth</Trans>
    </Link>
  );
}
