import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../shared/model/account.ts';
import type { TextKey } from '../../../shared/texts/text.ts';

const STORAGE_KEY = 'language';

/** Chunks of their own, so that the browser loads only the language and the pages that it shows. */
const load = {
  en: {
    visitor: async () => (await import('./visitor/en.ts')).en,
    signedIn: async () => (await import('./signed-in/en.ts')).en,
    shared: async () => (await import('../../../shared/texts/en.ts')).en,
  },
  fr: {
    visitor: async () => (await import('./visitor/fr.ts')).fr,
    signedIn: async () => (await import('./signed-in/fr.ts')).fr,
    shared: async () => (await import('../../../shared/texts/fr.ts')).fr,
  },
} as const;

/** Whether a user is signed in, who sees more texts than a visitor. */
let signedIn = false;

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
    resources: { [language]: await textsOf(language) },
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

/** Loads the texts that only signed-in users see, before the first of their pages is shown. */
export async function loadSignedInTexts(): Promise<void> {
  signedIn = true;
  // While the app starts, these texts come with the others.
  if (!i18next.isInitialized) return;
  const language = currentLanguage();
  i18next.addResourceBundle(language, 'app', await load[language].signedIn(), true);
}

async function textsOf(language: Language) {
  const { visitor, signedIn: rest, shared } = load[language];
  const [first, more, common] = await Promise.all([visitor(), signedIn ? rest() : {}, shared()]);
  return { app: { ...first, ...more }, shared: common };
}

async function show(language: Language): Promise<void> {
  if (language === currentLanguage()) return;
  const texts = await textsOf(language);
  i18next.addResourceBundle(language, 'app', texts.app);
  i18next.addResourceBundle(language, 'shared', texts.shared);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}
