/** A paragraph with the link to a page of the house; nothing where the shop has no such page. */

import { useCall } from '../api/useCall';
import { Link } from '../parts/Link';

export function HouseLink({ page }: { page: 'journal' | 'materials' | 'repair' }) {
  const { data } = useCall('page/topmenu', {});
  const link = data?.house?.find(({ key }) => key === page);
  if (!link) return null;
  return (
    <p>
      <Link href={link.url}>{link.name}</Link>
    </p>
  );
}
