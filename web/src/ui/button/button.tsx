import type { ComponentProps } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** A page has at most one `primary` button. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /**
   * Icon before the label. While the action is running, a spinner replaces the icon or, if there is
   * none, covers the label.
   */
  icon?: IconName;
  /** While the action is running, clicks are ignored; the accessible name does not change. */
  busy?: boolean;
  wide?: boolean;
}

/**
 * A button that remains focusable during its action, because a disabled one would lose the focus.
 */
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
      className={buttonClass({ variant, wide, covered: busy && !icon, className })}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {shownIcon && <Icon name={shownIcon} />}
      {children}
    </button>
  );
}

interface ButtonStyle extends Pick<ButtonProps, 'variant' | 'wide' | 'className'> {
  /** Whether the icon covers the label. */
  covered?: boolean;
}

export const buttonClass = ({
  variant = 'secondary',
  wide = false,
  covered = false,
  className,
}: ButtonStyle): string =>
  [styles.button, styles[variant], wide && styles.wide, covered && styles.covered, className]
    .filter(Boolean)
    .join(' ');
