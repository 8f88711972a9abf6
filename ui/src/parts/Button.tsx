/** Buttons, and links that look like them. */

import type { ComponentChildren, HTMLAttributes } from 'preact';
import styles from './Button.module.css';
import { Link, type LinkProps } from './Link';
import { NoWrap } from './NoWrap';

interface Look {
  /** `primary` once in a view; `secondary` has an outline; `quiet` is underlined text. */
  variant?: 'primary' | 'secondary' | 'quiet';
  /** As wide as its place. */
  block?: boolean;
  small?: boolean;
}

export interface ButtonProps extends Look, Omit<HTMLAttributes<HTMLButtonElement>, 'disabled' | 'role'> {
  children: ComponentChildren;
  type?: 'button' | 'submit';
  /** At work: a second press does nothing, focus stays (U12). */
  busy?: boolean;
  /** What it says meanwhile: "Placing order…". */
  busyLabel?: string;
  /** Cannot be used now; stays reachable by keyboard. Say why beside it. */
  disabled?: boolean;
}

function look({ variant = 'primary', block, small }: Look, extra?: unknown): string {
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
  class: extra,
  ...rest
}: ButtonProps) {
  const off = busy || disabled;
  return (
    <button
      type={type}
      class={look({ variant, block, small }, extra)}
      aria-disabled={off ? 'true' : undefined}
      data-busy={busy ? '' : undefined}
      {...rest}
      onClick={(event) => {
        if (off) event.preventDefault();
        else onClick?.call(event.currentTarget, event as never);
      }}
    >
      <NoWrap>{busy && busyLabel ? busyLabel : children}</NoWrap>
    </button>
  );
}

export function ButtonLink({ variant, block, small, class: extra, children, ...rest }: Look & LinkProps) {
  return (
    <Link class={look({ variant, block, small }, extra)} {...rest}>
      <NoWrap>{children}</NoWrap>
    </Link>
  );
}
