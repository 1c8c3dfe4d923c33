import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../shared/model/account.ts';
import { PRODUCT_NAME } from '../../shared/model/product.ts';
import { currentLanguage } from '../src/i18n/i18n.ts';
import { saveFile } from '../src/lib/save-file.ts';
import { Button } from '../src/ui/button/button.tsx';
import { Wordmark } from '../src/ui/mark.tsx';
import { LanguageSwitch, ThemeSwitch } from '../src/ui/form/preferences.tsx';
import { Call } from './call.tsx';
import { collectionOf } from './collection-of.ts';
import { composeGuide, type Samples } from './compose-guide.ts';
import styles from './docs.module.css';
import { headingsOf, Markdown } from './markdown.tsx';
import { publicCalls } from './public-calls.ts';
import { words } from './texts.ts';

const GUIDES = {
  en: () => import('./guide.md?raw'),
  fr: () => import('./guide.fr.md?raw'),
};

/** The guide in Markdown, of which a reader loads one language. */
export const loadGuide = async (language: Language): Promise<string> =>
  (await GUIDES[language]()).default;

interface Props {
  /** The guide in the language that the page begins in. */
  firstGuide: string;
  samples: Samples;
  /** Of the API. */
  origin: string;
  /** Whether npm and PyPI have the packages. */
  packages: boolean;
}

const COLLECTION = 'tamis.postman_collection.json';

const saveJson = (name: string, content: object): void =>
  saveFile(new Blob([JSON.stringify(content, undefined, 2)], { type: 'application/json' }), name);

/** What makes the document comes when it is asked for. */
async function saveDocument(origin: string): Promise<void> {
  const { publicDocument } = await import('./public-document.ts');
  saveJson('openapi.json', publicDocument(origin));
}

/** Copies the block of code beside a button, which says so. */
async function copyBeside(target: EventTarget, t: (typeof words)[Language]): Promise<void> {
  const code = target instanceof HTMLButtonElement ? target.nextElementSibling : null;
  if (!(target instanceof HTMLButtonElement) || !(code instanceof HTMLPreElement)) return;
  await navigator.clipboard.writeText(code.textContent.trimEnd());
  target.textContent = t.copied;
  setTimeout(() => (target.textContent = t.copy), 2000);
}

/** The documentation: the guide, then every call that takes a key, with the way back to the app. */
export function Docs({ firstGuide, samples, origin, packages }: Props) {
  // The page follows the language that the switch chooses.
  useTranslation();
  const language = currentLanguage();
  const t = words[language];
  const [loaded, setLoaded] = useState(firstGuide);
  useEffect(() => void loadGuide(language).then(setLoaded), [language]);
  const guide = composeGuide(loaded, samples, origin, language, packages);
  useEffect(() => {
    document.title = `${t.title} – ${PRODUCT_NAME}`;
  }, [t]);
  return (
    <div className={styles.page}>
      <header className={`unprinted wrap ${styles.header}`}>
        <Wordmark />
        <a href="/" className={styles.back}>
          {t.back}
        </a>
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <nav className={`unprinted ${styles.contents}`} aria-label={t.contents}>
        <ul>
          {headingsOf(guide).map(({ id, text, depth }) => (
            <li key={id} className={depth > 1 ? styles.deep : undefined}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
          <li>
            <a href="#calls">{t.calls}</a>
          </li>
          {publicCalls.map(({ name, route }) => (
            <li key={name} className={styles.deep}>
              <a href={`#${name}`}>
                <code>
                  {route.method} {route.path}
                </code>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main className={styles.main} onClick={({ target }) => void copyBeside(target, t)}>
        <h1>{t.title}</h1>
        <Markdown text={guide} className={styles.prose} copy={t.copy} />
        <h2 id="calls">{t.calls}</h2>
        <div className="wrap">
          <Button onClick={() => void saveDocument(origin)}>{t.document}</Button>
          <Button onClick={() => saveJson(COLLECTION, collectionOf(publicCalls, origin))}>
            {t.collection}
          </Button>
        </div>
        <p>
          {t.whole} <a href={`${origin}/api/openapi.json`}>{origin}/api/openapi.json</a>
        </p>
        {publicCalls.map((call) => (
          <Call key={call.name} call={call} language={language} origin={origin} />
        ))}
      </main>
    </div>
  );
}
