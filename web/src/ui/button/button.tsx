import type { ComponentProps } from 'react';
import { Icon } from '../icon.tsx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** A page has at most one `primary` button. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** The action is running: the label stays, and a second press does nothing. */
  busy?: boolean;
  wide?: boolean;
}

/** A button that stays focusable while its action is running, so that the focus is not lost. */
export function Button({
  variant,
  busy = false,
  wide,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={buttonClass({ variant, wide, className })}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy && <Icon name="ring" />}
      {children}
    </button>
  );
}

type Look = Pick<ButtonProps, 'variant' | 'wide' | 'className'>;

export const buttonClass = ({ variant = 'secondary', wide = false, className }: Look): string =>
  [styles.button, styles[variant], wide && styles.wide, className].filter(Boolean).join(' ');
