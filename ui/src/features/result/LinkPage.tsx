/** The page of a lost order without scripts: its form is open, and it says what that has done. */

import { DoneNotice } from '../../layout/DoneNotice';
import { LinkForm } from './LinkForm';

export function LinkPage() {
  return (
    <>
      <DoneNotice of={{ asked: 'order.link_asked' }} />
      <LinkForm onErrors={() => {}} />
    </>
  );
}
