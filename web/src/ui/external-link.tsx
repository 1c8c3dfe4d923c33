import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './external-link.module.css';
import { Icon } from './icon.tsx';

/** A link that opens in a new tab, which it announces to screen readers. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
      <span className={styles.icon}>
        <Icon name="external" size={12} />
      </span>
      <span className="hidden">({t('common.newTab')})</span>
    </a>
  );
}
