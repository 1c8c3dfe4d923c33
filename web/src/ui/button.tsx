import type { ComponentProps } from 'react';
import { Ring } from './ring.tsx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` is the pine button: one per view. */
  look?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** The action runs: the label stays, a second press does nothing. */
  busy?: boolean;
  wide?: boolean;
}

/** A button that stays focusable while its action runs, so that focus is never lost. */
export function Button({
  look = 'secondary',
  busy = false,
  wide = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const classes = [styles.button, styles[look], wide && styles.wide, className];
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={classes.filter(Boolean).join(' ')}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy && <Ring />}
      {children}
    </button>
  );
}
