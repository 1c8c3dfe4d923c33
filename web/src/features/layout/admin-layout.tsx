import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../i18n/i18n.ts';
import { useMe } from '../../lib/me.ts';
import { useSaveLanguage } from '../../lib/use-save-language.ts';
import { Button } from '../../ui/button/button.tsx';
import { PageButton } from '../../ui/button/link-button.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { Wordmark } from '../../ui/mark.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/form/preferences.tsx';
import styles from './admin-layout.module.css';
import { LogoutDialog } from './logout-dialog.tsx';
import { useSearchShortcut } from './search-shortcut.ts';

const Finder = lazy(async () => ({
  default: (await withTexts(import('./finder.tsx'), 'find')).Finder,
}));

interface Props {
  children: ReactNode;
  menu: readonly { path: string; label: string; icon: IconName }[];
  links: readonly { path: string; label: string }[];
}

export function AdminLayout({ children, menu, links }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const saveLanguage = useSaveLanguage();
  const [loggingOut, setLoggingOut] = useState(false);
  const [finding, setFinding] = useState(false);
  useSearchShortcut(() => setFinding(true));
  return (
    <div className={styles.frame}>
      <header className={`unprinted wrap ${styles.header}`}>
        <Wordmark />
        <p className={styles.welcome}>{t('layout.welcome', { name: me.first_name })}</p>
        <LanguageSwitch onChoose={saveLanguage} />
        <ThemeSwitch />
        {menu.map(({ path, label }) => (
          <PageButton key={path} variant="quiet" to={path}>
            {label}
          </PageButton>
        ))}
        <Button
          variant="quiet"
          icon="logout"
          className={styles.logout}
          onClick={() => setLoggingOut(true)}
        >
          <span>{t('layout.logout')}</span>
        </Button>
      </header>
      <main className={styles.main}>{children}</main>
      <footer className={`unprinted ${styles.footer}`}>
        {links.map(({ path, label }) => (
          <ExternalLink key={path} href={path}>
            {label}
          </ExternalLink>
        ))}
      </footer>
      {finding && (
        <Suspense>
          <Finder pages={menu} onClose={() => setFinding(false)} />
        </Suspense>
      )}
      <LogoutDialog
        open={loggingOut}
        text={t('layout.logoutAdmin')}
        onCancel={() => setLoggingOut(false)}
      />
    </div>
  );
}
