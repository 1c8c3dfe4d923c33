import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass, type ButtonProps } from './button.tsx';

type Look = Pick<ButtonProps, 'variant' | 'wide'>;

export const LinkButton = ({ variant, wide, ...link }: ComponentProps<'a'> & Look) => (
  <a {...link} className={buttonClass({ variant, wide })} />
);

export const PageButton = ({ variant, wide, ...link }: ComponentProps<typeof Link> & Look) => (
  <Link {...link} className={buttonClass({ variant, wide })} />
);
