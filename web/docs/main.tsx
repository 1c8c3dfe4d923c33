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
if (root === null) throw new TypeError('The page has no #root element');

// The same choice as in the app before its first paint: the stored language, or the browser's.
const storedLanguage = localStorage.getItem('language');
const browserLanguage = /^fr\b/i.test(navigator.language) ? 'fr' : 'en';
document.documentElement.lang = isLanguage(storedLanguage) ? storedLanguage : browserLanguage;
showTheme();

const [{ apiHost, packagesPublished }] = await Promise.all([loadConfig(fetch), startI18n()]);
const initialGuide = await loadGuide(currentLanguage());
createRoot(root).render(
  <StrictMode>
    <Docs
      initialGuide={initialGuide}
      origin={apiHost || location.origin}
      packagesPublished={packagesPublished}
    />
  </StrictMode>,
);
