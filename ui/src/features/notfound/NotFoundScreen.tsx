/** The page for addresses that lead nowhere. */

import { NotFound } from '../../layout/NotFound';

export default function NotFoundScreen() {
  return <NotFound />;
}
