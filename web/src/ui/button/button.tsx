import type { ComponentProps } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** A page has at most one `primary` button. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** Icon before the label. A spinner replaces it while the action is running. */
  icon?: IconName;
  /** Whether the action is running: the label stays, and presses have no effect. */
  busy?: boolean;
  wide?: boolean;
}

/** Stays focusable while its action is running, because a disabled button would lose the focus. */
export function Button({
  variant,
  icon,
  busy = false,
  wide,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const shownIcon = busy ? 'ring' : icon;
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={buttonClass({ variant, wide, className })}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {shownIcon && <Icon name={shownIcon} />}
      {children}
    </button>
  );
}

type ButtonStyle = Pick<ButtonProps, 'variant' | 'wide' | 'className'>;

export const buttonClass = ({
  variant = 'secondary',
  wide = false,
  className,
}: ButtonStyle): string =>
  [styles.button, styles[variant], wide && styles.wide, className].filter(Boolean).join(' ');
