import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage } from '../i18n/i18n.ts';
import { formatIn } from './format.ts';

/** The formatters of the language of the app. */
export function useFormat() {
  const { language } = useTranslation().i18n;
  return useMemo(() => formatIn(isLanguage(language) ? language : 'en'), [language]);
}
