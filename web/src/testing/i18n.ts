import { configure } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en as shared } from '../../../shared/texts/en.ts';
import { en as app } from './texts.ts';

// The default timeout of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 15_000 });
// jsdom does not implement popovers.
Object.assign(HTMLElement.prototype, {
  showPopover: () => undefined,
  hidePopover: () => undefined,
});

/** Starts i18next with the English texts, for component tests. */
export const startEnglish = () =>
  i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { app, shared } },
    defaultNS: 'app',
    interpolation: { escapeValue: false },
  });
