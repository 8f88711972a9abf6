/** Form of a call: scripts make it, and without them the browser sends it (`src/http/pages/forms.rs`). */

import type { ComponentProps } from 'react';
import type { Path } from '../api/types';
import { useRoute } from '../state/route';
import { useLang } from '../state/site';

interface PostFormProps extends Omit<ComponentProps<'form'>, 'action' | 'method' | 'onSubmit'> {
  call: Path;
  /** Path where the shopper goes on, without scripts; the form's own page when absent. */
  then?: string;
  onSubmit: () => void;
}

export function PostForm({ call, then, onSubmit, children, ...rest }: PostFormProps) {
  const { path, search } = useRoute();
  const lang = useLang();
  return (
    <form
      {...rest}
      method="post"
      action={`/${lang}/do/${call}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <input type="hidden" name="_from" value={search ? `${path}?${search}` : path} />
      {then && <input type="hidden" name="_then" value={then} />}
      {children}
    </form>
  );
}
