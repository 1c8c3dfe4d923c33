import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useMay } from '../../lib/me.ts';
import { pricingPathFor } from '../../lib/paths.ts';
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

interface BuyProps {
  credits: number;
  As?: typeof Link | typeof PageButton;
  label?: string;
}

/** A link to the prices or, for members who may not buy, a note whom to ask. */
export function BuyLink({ credits, As = PageButton, label }: BuyProps) {
  const { t } = useTranslation();
  if (!useMay()('billing')) return t('lists.details.ask');
  return <As to={pricingPathFor(credits)}>{label ?? t('lists.details.buy')}</As>;
}
