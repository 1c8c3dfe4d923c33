import { StrictMode, Component, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n, sharedText } from '../i18n/i18n.ts';
import { AppDependenciesProvider } from '../lib/api.ts';
import { loadConfig } from '../lib/config.ts';
import { createSession } from '../lib/session.ts';
import { applyTheme } from '../lib/theme.ts';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { Toaster } from '../ui/popup/toaster.tsx';
import { preloadDashboard, Router } from './router.tsx';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button/button.tsx';
import styles from './loading.module.css';

interface Props {
  children: ReactNode;
}

/**
 * Shows an error page when a page crashes, for example because a new release removed files that it
 * loads.
 */
class CrashBoundary extends Component<Props, { crashed: boolean }> {
  override readonly state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    return this.state.crashed ? <Crash /> : this.props.children;
  }
}

function Crash() {
  const { t } = useTranslation();
  return (
    <main className={styles.waiting}>
      <h1>{sharedText('error.internal')}</h1>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('common.reload')}
      </Button>
    </main>
  );
}

const root = document.getElementById('root');
if (root === null) throw new TypeError('The page has no #root element');

const session = createSession();
applyTheme();
const [, config] = await Promise.all([
  session.token() !== undefined && preloadDashboard(),
  loadConfig(fetch),
  startI18n(),
]);

createRoot(root).render(
  <StrictMode>
    <AppDependenciesProvider config={config} session={session}>
      <CrashBoundary>
        <Router />
      </CrashBoundary>
      <Toaster />
    </AppDependenciesProvider>
  </StrictMode>,
);
