import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../shared/model/account.ts';
import type { TextKey } from '../../../shared/texts/en.ts';
import type { TextPart } from './texts.ts';
import { replaceNarrowSpaces } from '../../../shared/model/wide-spaces.ts';
import { nowrap } from './nowrap.ts';

const STORAGE_KEY = 'language';

/** Separate chunks, so that the browser loads only texts in its language for the pages it shows. */
const chunks = import.meta.glob<Readonly<Record<Language | 'shared', object>>>('./*/{en,fr}.ts');

const loaded = new Set<TextPart>();

export const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some((language) => language === value);

/** The script in index.html sets the language before the first paint. */
export function currentLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}

export async function startI18n(language = currentLanguage()): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: await textsOf(language) },
    partialBundledLanguages: true,
    defaultNS: 'app',
    fallbackLng: false,
    interpolation: { escapeValue: false },
  });
  i18next.services.formatter?.addCached('number', (locale) => {
    const { format } = new Intl.NumberFormat(locale);
    return (value: number) => replaceNarrowSpaces(format(value));
  });
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORAGE_KEY, language);
  await applyLanguage(language);
}

/** Switches to a language, unless the user has chosen one or the texts cannot be loaded. */
export async function suggestLanguage(language: Language): Promise<void> {
  if (isLanguage(localStorage.getItem(STORAGE_KEY))) return;
  await applyLanguage(language).catch(() => undefined);
}

export const sharedText = (key: TextKey): string => translateMessage(key);

/** Translates a message, which is either the key of a shared text or a complete sentence. */
export function translateMessage(message: string): string {
  const texts: unknown = i18next.getResourceBundle(i18next.language, 'shared');
  const text: unknown = texts instanceof Object ? Reflect.get(texts, message) : undefined;
  return typeof text === 'string' ? text : nowrap(message);
}

export async function withTexts<Module>(
  module: Promise<Module>,
  ...parts: TextPart[]
): Promise<Module> {
  await Promise.all([module, loadTexts(...parts)]);
  return module;
}

/** Loads additional texts before the first page that uses them is shown. */
export async function loadTexts(...parts: readonly TextPart[]): Promise<void> {
  for (const part of parts) loaded.add(part);
  // While the app is starting, `startI18n` loads these texts.
  if (!i18next.isInitialized) return;
  const language = currentLanguage();
  const texts = await Promise.all(parts.map((part) => textsOfPart(language, part)));
  i18next.addResourceBundle(language, 'app', nowrap(Object.assign({}, ...texts)), true);
}

async function textsOf(language: Language) {
  const [visitor, ...more] = await Promise.all([
    loadChunk(language, 'visitor'),
    ...[...loaded].map((part) => textsOfPart(language, part)),
  ]);
  const app: object = Object.assign({}, visitor[language], ...more);
  return { app: nowrap(app), shared: nowrap(visitor.shared) };
}

async function textsOfPart(language: Language, part: TextPart): Promise<object> {
  const { [language]: texts } = await loadChunk(language, part);
  return part === 'signed-in' ? texts : { [part]: texts };
}

/** Loads the texts of a folder. @throws if the language is missing, which the text tests detect */
function loadChunk(language: Language, folder: TextPart | 'visitor') {
  const load = chunks[`./${folder}/${language}.ts`];
  if (load === undefined) throw new TypeError(`There are no texts for ${folder} in ${language}`);
  return load();
}

/** The language that was requested last. */
let requested: Language;

async function applyLanguage(language: Language): Promise<void> {
  requested = language;
  if (language === currentLanguage()) return;
  const parts = loaded.size;
  const texts = await textsOf(language);
  if (requested !== language) return;
  // A page that was opened meanwhile loaded its texts in the previous language only.
  if (loaded.size > parts) return applyLanguage(language);
  i18next.addResourceBundle(language, 'app', texts.app);
  i18next.addResourceBundle(language, 'shared', texts.shared);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}
