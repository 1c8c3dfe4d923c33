import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../shared/model/account.ts';
import type { TextKey } from '../../../shared/texts/text.ts';
import { unbroken } from './unbroken.ts';

const STORAGE_KEY = 'language';

/** Chunks of their own, so that the browser loads only the language and the pages that it shows. */
const load = {
  en: {
    visitor: () => import('./visitor/en.ts').then(({ en: app, shared }) => ({ app, shared })),
    signedIn: async () => (await import('./signed-in/en.ts')).en,
    admin: async () => ({ admin: (await import('./admin/en.ts')).en }),
    billing: async () => ({ billing: (await import('./billing/en.ts')).en }),
    list: async () => ({ list: (await import('./list/en.ts')).en }),
    preflight: async () => ({ preflight: (await import('./preflight/en.ts')).en }),
    privacy: async () => ({ privacy: (await import('./privacy/en.ts')).en }),
    programs: async () => ({ programs: (await import('./programs/en.ts')).en }),
    start: async () => ({ start: (await import('./start/en.ts')).en }),
    uploads: async () => ({ uploads: (await import('./uploads/en.ts')).en }),
    usage: async () => ({ usage: (await import('./usage/en.ts')).en }),
    verdict: async () => ({ verdict: (await import('./verdict/en.ts')).en }),
    webhooks: async () => ({ webhooks: (await import('./webhooks/en.ts')).en }),
  },
  fr: {
    visitor: () => import('./visitor/fr.ts').then(({ fr: app, shared }) => ({ app, shared })),
    signedIn: async () => (await import('./signed-in/fr.ts')).fr,
    admin: async () => ({ admin: (await import('./admin/fr.ts')).fr }),
    billing: async () => ({ billing: (await import('./billing/fr.ts')).fr }),
    list: async () => ({ list: (await import('./list/fr.ts')).fr }),
    preflight: async () => ({ preflight: (await import('./preflight/fr.ts')).fr }),
    privacy: async () => ({ privacy: (await import('./privacy/fr.ts')).fr }),
    programs: async () => ({ programs: (await import('./programs/fr.ts')).fr }),
    start: async () => ({ start: (await import('./start/fr.ts')).fr }),
    uploads: async () => ({ uploads: (await import('./uploads/fr.ts')).fr }),
    usage: async () => ({ usage: (await import('./usage/fr.ts')).fr }),
    verdict: async () => ({ verdict: (await import('./verdict/fr.ts')).fr }),
    webhooks: async () => ({ webhooks: (await import('./webhooks/fr.ts')).fr }),
  },
} as const;

/** What is loaded beside the texts of a visitor: what all signed-in users see, and by feature. */
export type Part = Exclude<keyof (typeof load)['en'], 'visitor'>;
const loaded = new Set<Part>();

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

/** A module with the texts that come with it. Of pages, the size check reads which. */
export async function withTexts<Module>(
  module: Promise<Module>,
  ...parts: Part[]
): Promise<Module> {
  await Promise.all([module, loadTexts(...parts)]);
  return module;
}

/** Loads further texts, before the first page is shown that has them. */
export async function loadTexts(...parts: readonly Part[]): Promise<void> {
  for (const part of parts) loaded.add(part);
  // While the app starts, these texts come with the others.
  if (!i18next.isInitialized) return;
  const language = currentLanguage();
  const texts = await Promise.all(parts.map((part) => load[language][part]()));
  i18next.addResourceBundle(language, 'app', unbroken(Object.assign({}, ...texts)), true);
}

async function textsOf(language: Language) {
  const { visitor, ...further } = load[language];
  const [first, ...more] = await Promise.all([
    visitor(),
    ...[...loaded].map((part) => further[part]()),
  ]);
  const app: object = Object.assign({}, first.app, ...more);
  return { app: unbroken(app), shared: first.shared };
}

async function show(language: Language): Promise<void> {
  if (language === currentLanguage()) return;
  const texts = await textsOf(language);
  i18next.addResourceBundle(language, 'app', texts.app);
  i18next.addResourceBundle(language, 'shared', texts.shared);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}
