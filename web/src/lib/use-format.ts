import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage } from '../i18n/i18n.ts';
import { createFormatters } from './format.ts';

export function useFormat() {
  const { language } = useTranslation().i18n;
  return useMemo(() => createFormatters(isLanguage(language) ? language : 'en'), [language]);
}
