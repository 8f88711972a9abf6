/** Button of a step that scripts show at once; without them the page comes again with it, as its query says. */

import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../../parts/Button';
import { useRoute } from '../../state/route';

interface StepButtonProps extends Pick<ButtonProps, 'variant' | 'small' | 'disabled' | 'aria-label'> {
  name: 'edit' | 'confirm';
  /** The address it is about. */
  value: number | 'new';
  onOpen: () => void;
  children: ReactNode;
}

export function StepButton({ name, value, onOpen, ...button }: StepButtonProps) {
  const { path } = useRoute();
  return (
    <form
      action={path}
      onSubmit={(event) => {
        event.preventDefault();
        onOpen();
      }}
    >
      <input type="hidden" name={name} value={String(value)} />
      <Button type="submit" {...button} />
    </form>
  );
}
