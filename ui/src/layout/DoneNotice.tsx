/** Says what a form sent without scripts has done: it leads back to its page with `?done=`. With scripts the page says it itself. */

import { queryValue } from '../domain/urls';
import { Notice } from '../parts/Feedback';
import { useMessageText } from '../state/i18n';
import { useRoute } from '../state/route';

/** `of`: message ids by the values of `done`. */
export function DoneNotice({ of }: { of: Readonly<Record<string, string>> }) {
  const say = useMessageText();
  const done = queryValue(useRoute().search, 'done');
  const id = Object.hasOwn(of, done) ? of[done] : undefined;
  return id ? (
    <div role="status">
      <Notice tone="success" title={say({ id })} />
    </div>
  ) : null;
}
