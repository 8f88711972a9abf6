/** Form that scripts submit. One that works without them is a plain `form` with an action of its own. */

import type { ComponentProps } from 'react';

interface ScriptedFormProps extends Omit<ComponentProps<'form'>, 'action' | 'method' | 'onSubmit'> {
  onSubmit?: () => void;
}

/**
 * Without its handler, before hydration, a form would be sent to its own page as a GET: password, name or message would enter
 * URL, history and logs. By the method `dialog` a form outside of a dialog submits nothing (HTML standard, form submission
 * algorithm), and what was typed stays. Inside of one it would close it, hence `preventDefault`.
 */
export function ScriptedForm({ onSubmit, ...rest }: ScriptedFormProps) {
  return (
    <form
      {...rest}
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    />
  );
}
