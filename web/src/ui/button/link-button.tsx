import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass, type ButtonProps } from './button.tsx';

type ButtonStyle = Pick<ButtonProps, 'variant' | 'wide'>;

export const LinkButton = ({ variant, wide, ...link }: ComponentProps<'a'> & ButtonStyle) => (
  <a {...link} className={buttonClass({ variant, wide })} />
);

export const PageButton = ({
  variant,
  wide,
  ...link
}: ComponentProps<typeof Link> & ButtonStyle) => (
  <Link {...link} className={buttonClass({ variant, wide })} />
);
