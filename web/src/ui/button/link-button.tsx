import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass, type ButtonProps } from './button.tsx';

type Look = Pick<ButtonProps, 'variant' | 'wide'>;

/** A link to another site or to the API that looks like a button. */
export const LinkButton = ({ variant, wide, ...link }: ComponentProps<'a'> & Look) => (
  <a {...link} className={buttonClass({ variant, wide })} />
);

/** A link to a page of the app that looks like a button. */
export const PageButton = ({ variant, wide, ...link }: ComponentProps<typeof Link> & Look) => (
  <Link {...link} className={buttonClass({ variant, wide })} />
);
