import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../shared/model/account.ts';
import type { TextKey } from '../../../shared/texts/text.ts';

const STORAGE_KEY = 'language';

/** Each language is a chunk of its own, so that the browser loads only the one it shows. */
const load = {
  en: async () => ({
    app: (await import('./en.ts')).en,
    shared: (await import('../../../shared/texts/en.ts')).en,
  }),
  fr: async () => ({
    app: (await import('./fr.ts')).fr,
    shared: (await import('../../../shared/texts/fr.ts')).fr,
  }),
} as const;

export const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some((language) => language === value);

/** The language that is shown. The script in index.html sets it before the first paint. */
export function currentLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}

/** Loads the language of the page and starts i18next with it. */
export async function startI18n(): Promise<void> {
  const language = currentLanguage();
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: await load[language]() },
    partialBundledLanguages: true,
    defaultNS: 'app',
    fallbackLng: false,
    interpolation: { escapeValue: false },
  });
}

/** Shows the language that the user chose, and remembers it. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORAGE_KEY, language);
  await show(language);
}

/**
 * Shows a language that comes from a link or from the account, unless the user has chosen one. If
 * its texts do not load, the page stays as it is.
 */
export async function suggestLanguage(language: Language): Promise<void> {
  if (isLanguage(localStorage.getItem(STORAGE_KEY))) return;
  await show(language).catch(() => undefined);
}

/** The sentence of a text that server and browser share. */
export const sharedText = (key: TextKey): string => messageText(key);

/** The sentence of a message, which is the key of a shared text or a sentence already. */
export function messageText(message: string): string {
  const texts: unknown = i18next.getResourceBundle(i18next.language, 'shared');
  const text: unknown = texts instanceof Object ? Reflect.get(texts, message) : undefined;
  return typeof text === 'string' ? text : message;
}

async function show(language: Language): Promise<void> {
  if (language === currentLanguage()) return;
  const texts = await load[language]();
  i18next.addResourceBundle(language, 'app', texts.app);
  i18next.addResourceBundle(language, 'shared', texts.shared);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}
