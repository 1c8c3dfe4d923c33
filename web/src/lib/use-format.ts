import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage } from '../i18n/i18n.ts';
import { formatIn } from './format.ts';

export function useFormat() {
  const { language } = useTranslation().i18n;
  return useMemo(() => formatIn(isLanguage(language) ? language : 'en'), [language]);
}
