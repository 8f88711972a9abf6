/** Screen. */

import { usePage } from '../../state/page';

export default function ResultScreen() {
  usePage({ title: 'ResultScreen' });
  return <h1>ResultScreen</h1>;
}
