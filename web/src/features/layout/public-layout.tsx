import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../lib/config.ts';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Mark, Wordmark } from '../../ui/mark.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/preferences.tsx';
import styles from './public-layout.module.css';

interface Props {
  children: ReactNode;
  /** Room for text to read, rather than a form. */
  wide?: boolean;
}

/** An envelope on the desk: one card with a stamp, and nothing that distracts from it. */
export function PublicLayout({ children, wide = false }: Props) {
  const { t } = useTranslation();
  const { privacy, support } = useConfig().links;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Wordmark bare />
        <LanguageSwitch />
      </header>
      <main className={`${styles.card} ${wide ? styles.wide : ''}`}>
        <div className={styles.stamp}>
          <Mark size={48} />
        </div>
        {children}
      </main>
      <footer className={styles.footer}>
        {privacy && <ExternalLink href={privacy}>{t('layout.privacy')}</ExternalLink>}
        {support && <ExternalLink href={support}>{t('layout.contact')}</ExternalLink>}
        <ThemeSwitch />
      </footer>
    </div>
  );
}
