import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import type { ButtonProps } from './button.tsx';
import styles from './button.module.css';

interface Looks extends Pick<ButtonProps, 'variant' | 'wide'> {}

const classOf = ({ variant = 'secondary', wide = false }: Looks): string =>
  [styles.button, styles[variant], wide && styles.wide].filter(Boolean).join(' ');

/** A link to another site or to the API that looks like a button. */
export function LinkButton({ variant, wide, ...link }: ComponentProps<'a'> & Looks) {
  return <a {...link} className={classOf({ variant, wide })} />;
}

/** A link to a page of the app that looks like a button. */
export function PageButton({ variant, wide, ...link }: ComponentProps<typeof Link> & Looks) {
  return <Link {...link} className={classOf({ variant, wide })} />;
}
