import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { useMe } from '../../lib/me.ts';
import { paths } from '../../lib/paths.ts';
import { useSaveLanguage } from '../../lib/use-save-language.ts';
import { Button } from '../../ui/button.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Wordmark } from '../../ui/mark.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/preferences.tsx';
import styles from './admin-layout.module.css';
import { LogoutDialog } from './logout-dialog.tsx';

/** The layout of the administrators' one page. */
export function AdminLayout() {
  const { t } = useTranslation();
  const me = useMe();
  const saveLanguage = useSaveLanguage();
  const [loggingOut, setLoggingOut] = useState(false);
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <Wordmark />
        <p className={styles.welcome}>{t('layout.welcome', { name: me.first_name })}</p>
        <LanguageSwitch onChoose={saveLanguage} />
        <ThemeSwitch />
        <Button variant="quiet" className={styles.logout} onClick={() => setLoggingOut(true)}>
          <Icon name="logout" />
          <span>{t('layout.logout')}</span>
        </Button>
      </header>
      <main className={styles.main}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <footer className={styles.footer}>
        <ExternalLink href={paths.conditions}>{t('legal.title')}</ExternalLink>
      </footer>
      <LogoutDialog
        open={loggingOut}
        text={t('layout.logoutAdmin')}
        onCancel={() => setLoggingOut(false)}
      />
    </div>
  );
}
