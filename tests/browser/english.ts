import i18next from 'i18next';
import { getText, type TextKey } from '../../shared/texts/text.ts';
import { en } from '../../web/src/testing/texts.ts';

export const t = await i18next.init({
  lng: 'en',
  resources: { en: { app: en } },
  defaultNS: 'app',
  interpolation: { escapeValue: false },
});

i18next.services.formatter?.addCached('number', (locale) => {
  const { format } = new Intl.NumberFormat(locale);
  return (value: number) => format(value);
});

/** Returns the English text of a key that the API and the web app share. */
export const apiText = (key: TextKey): string => getText('en', key);
