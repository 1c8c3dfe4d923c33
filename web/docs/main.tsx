import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../src/ui/fonts.css';
import '../src/ui/tokens.css';
import '../src/ui/base.css';
import { currentLanguage, isLanguage, startI18n } from '../src/i18n/i18n.ts';
import { loadConfig } from '../src/lib/config.ts';
import { showTheme } from '../src/lib/theme.ts';
import { Docs, loadGuide } from './docs.tsx';

const root = document.getElementById('root');
if (root === null) throw new TypeError('The page has no #root');

// As the app does before its first paint: the stored choice, or else the browser's language.
const chosen = localStorage.getItem('language');
const asked = /^fr\b/i.test(navigator.language) ? 'fr' : 'en';
document.documentElement.lang = isLanguage(chosen) ? chosen : asked;
showTheme();

const [{ apiHost, packagesPublished }] = await Promise.all([loadConfig(fetch), startI18n()]);
const firstGuide = await loadGuide(currentLanguage());
createRoot(root).render(
  <StrictMode>
    <Docs
      firstGuide={firstGuide}
      origin={apiHost || location.origin}
      packages={packagesPublished}
    />
  </StrictMode>,
);
