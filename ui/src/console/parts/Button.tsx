import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './Button.module.css';
import { Icon, type IconName } from './Icon';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'isPending'> {
  /** `primary` once in a view; `danger` ends something. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  icon?: IconName;
  /** In rows and cards. */
  small?: boolean;
  block?: boolean;
  /**
   * Ignores presses and keeps focus; the label says what is going on. React Aria's own announcement outlives the button that it
   * refers to.
   */
  isPending?: boolean;
  children: string;
}

export function Button({
  variant = 'secondary',
  icon,
  small,
  block,
  isPending,
  onPress,
  children,
  ...rest
}: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      {...(onPress && !isPending ? { onPress } : {})}
      data-pending={isPending ? '' : undefined}
      className={[styles.button, styles[variant], small && styles.small, block && styles.block]
        .filter(Boolean)
        .join(' ')}
    >
      {icon && <Icon name={icon} size={16} />}
      <span>{children}</span>
    </AriaButton>
  );
}

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  icon: IconName;
  'aria-label': string;
}

export function IconButton({ icon, ...rest }: IconButtonProps) {
  return (
    <AriaButton {...rest} className={styles.icon ?? ''}>
      <Icon name={icon} size={20} />
    </AriaButton>
  );
}
