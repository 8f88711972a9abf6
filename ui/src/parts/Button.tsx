/** Buttons, and links styled as buttons. */

import type { HTMLAttributes, ReactNode } from 'react';
import styles from './Button.module.css';
import { Link, type LinkProps } from './Link';
import { NoWrap } from './NoWrap';

interface ButtonStyle {
  /** `primary` once in a view; `secondary` has an outline; `quiet` is underlined text. */
  variant?: 'primary' | 'secondary' | 'quiet';
  /** Full width. */
  block?: boolean;
  small?: boolean;
}

export interface ButtonProps extends ButtonStyle, Omit<HTMLAttributes<HTMLButtonElement>, 'disabled' | 'role'> {
  children: ReactNode;
  type?: 'button' | 'submit';
  /** What a browser sends where this one of a form's buttons was pressed. */
  name?: string;
  value?: string;
  /** Ignores clicks and keeps focus (U12). */
  busy?: boolean;
  /** Label while busy: "Placing order…". */
  busyLabel?: string;
  /** Ignores clicks but stays focusable. Explain why beside it. */
  disabled?: boolean;
}

function buttonClass({ variant = 'primary', block, small }: ButtonStyle, extra?: unknown): string {
  return [styles.button, styles[variant], block && styles.block, small && styles.small, extra]
    .filter(Boolean)
    .join(' ');
}

export function Button({
  variant,
  block,
  small,
  type = 'button',
  busy = false,
  busyLabel,
  disabled = false,
  onClick,
  children,
  className: extra,
  ...rest
}: ButtonProps) {
  const inactive = busy || disabled;
  return (
    <button
      type={type}
      className={buttonClass({ variant, block, small }, extra)}
      aria-disabled={inactive ? 'true' : undefined}
      data-busy={busy ? '' : undefined}
      {...rest}
      onClick={(event) => {
        if (inactive) event.preventDefault();
        else onClick?.call(event.currentTarget, event as never);
      }}
    >
      <NoWrap>{busy && busyLabel ? busyLabel : children}</NoWrap>
    </button>
  );
}

export function ButtonLink({ variant, block, small, className: extra, children, ...rest }: ButtonStyle & LinkProps) {
  return (
    <Link className={buttonClass({ variant, block, small }, extra)} {...rest}>
      <NoWrap>{children}</NoWrap>
    </Link>
  );
}
