/** Links to the departments. */

import type { MenuItem } from '../api/types';
import { Link } from '../parts/Link';

interface DepartmentLinksProps {
  /** Undefined while the menu is loading. */
  items: MenuItem[] | undefined;
  className?: string;
}

export function DepartmentLinks({ items = [], className }: DepartmentLinksProps) {
  return (
    <ul className={className}>
      {items.map((item) => (
        <li key={item.key}>
          <Link href={item.url}>{item.name}</Link>
        </li>
      ))}
    </ul>
  );
}
