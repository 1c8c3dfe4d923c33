import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '../i18n/i18n.ts';
import { createAppDependencies, AppDependenciesContext } from '../lib/api.ts';
import { loadConfig } from '../lib/config.ts';
import { createSession } from '../lib/session.ts';
import { applyTheme } from '../lib/theme.ts';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { Toaster } from '../ui/popup/toaster.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { preloadDashboard, Router } from './router.tsx';

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
    <AppDependenciesContext value={createAppDependencies(config, session)}>
      <CrashBoundary>
        <Router />
      </CrashBoundary>
      <Toaster />
    </AppDependenciesContext>
  </StrictMode>,
);
