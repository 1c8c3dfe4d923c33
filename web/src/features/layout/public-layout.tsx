import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../lib/api.ts';
import { docsPath } from '../../lib/paths.ts';
import { ExternalLink } from '../../ui/external-link.tsx';
import { LogoMark, Wordmark } from '../../ui/mark.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/form/preferences.tsx';
import styles from './public-layout.module.css';

interface Props {
  children: ReactNode;
  links: readonly { path: string; label: string }[];
  wide?: boolean;
  /** Content next to the card, or below it on a narrow screen. */
  aside?: ReactNode;
}

export function PublicLayout({ children, links, wide = false, aside }: Props) {
  const { t } = useTranslation();
  const { privacy, support } = useConfig().links;
  return (
    <div className={styles.page}>
      <header className={`unprinted between ${styles.header}`}>
        <Wordmark withoutLogo />
        <LanguageSwitch />
      </header>
      <div className={`${styles.middle} ${aside ? styles.two : ''}`}>
        <main className={`panel ${styles.card} ${wide ? styles.wide : ''}`}>
          <div className={`unprinted ${styles.logo}`}>
            <LogoMark size={48} />
          </div>
          {children}
        </main>
        {aside}
      </div>
      <footer className={`unprinted wrap ${styles.footer}`}>
        {links.map(({ path, label }) => (
          <ExternalLink key={path} href={path}>
            {label}
          </ExternalLink>
        ))}
        <ExternalLink href={docsPath}>{t('layout.apiDocs')}</ExternalLink>
        {privacy && <ExternalLink href={privacy}>{t('layout.privacy')}</ExternalLink>}
        {support && <ExternalLink href={support}>{t('layout.contact')}</ExternalLink>}
        <ThemeSwitch />
      </footer>
    </div>
  );
}
