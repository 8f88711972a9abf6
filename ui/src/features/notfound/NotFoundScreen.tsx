/** 404 page. */

import { NotFound } from '../../layout/NotFound';

export default function NotFoundScreen() {
  return <NotFound />;
}
