import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { useMe } from '../../lib/me.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Wordmark } from '../../ui/mark.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/preferences.tsx';
import styles from './admin-layout.module.css';
import { LogoutDialog } from './logout-dialog.tsx';

/** The layout of the administrators' one page. */
export function AdminLayout() {
  const { t } = useTranslation();
  const me = useMe();
  const [loggingOut, setLoggingOut] = useState(false);
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <Wordmark />
        <p className={styles.welcome}>{t('layout.welcome', { name: me.first_name })}</p>
        <LanguageSwitch />
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
      <LogoutDialog
        open={loggingOut}
        text={t('layout.logoutAdmin')}
        onCancel={() => setLoggingOut(false)}
      />
    </div>
  );
}
