import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

/** A link out of the app, which opens in a tab of its own and says so. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children} <Icon name="external" size={12} />
      <span className="hidden">({t('common.newTab')})</span>
    </a>
  );
}
