import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../shared/model/account.ts';
import { PRODUCT_NAME } from '../../shared/model/product.ts';
import { currentLanguage, sharedText } from '../src/i18n/i18n.ts';
import { saveFile } from '../src/lib/save-file.ts';
import { Button } from '../src/ui/button/button.tsx';
import { Wordmark } from '../src/ui/mark.tsx';
import { LanguageSwitch, ThemeSwitch } from '../src/ui/form/preferences.tsx';
import { Contents } from './contents.tsx';
import styles from './docs.module.css';
import { adaptGuide } from './guide-at.ts';
import { publicCalls } from '../../shared/contract/openapi/public-calls.ts';
import { Reference } from './reference.tsx';
import { labels } from './texts.ts';

const GUIDES = {
  en: () => import('./guide.md?raw'),
  fr: () => import('./guide.fr.md?raw'),
};

/** Loads the Markdown guide in one language only. */
export const loadGuide = async (language: Language): Promise<string> =>
  (await GUIDES[language]()).default;

interface Props {
  initialGuide: string;
  origin: string;
  packagesPublished: boolean;
}

const saveJson = (name: string, content: object): void =>
  saveFile(new Blob([JSON.stringify(content, undefined, 2)], { type: 'application/json' }), name);

/** Downloads the OpenAPI document, which is imported on demand because few readers need it. */
async function saveDocument(origin: string): Promise<void> {
  const { publicDocument } = await import('../../shared/contract/openapi/public-document.ts');
  saveJson('openapi.json', publicDocument(origin));
}
async function saveCollection(origin: string): Promise<void> {
  const { toPostmanCollection } = await import('./collection-of.ts');
  saveJson('tamis.postman_collection.json', toPostmanCollection(publicCalls, origin));
}

/** Copies the code block after a button, and confirms this on the button. */
async function copyAdjacentCode(target: EventTarget, t: (typeof labels)[Language]): Promise<void> {
  const code = target instanceof HTMLButtonElement ? target.nextElementSibling : null;
  if (!(target instanceof HTMLButtonElement) || !(code instanceof HTMLPreElement)) return;
  await navigator.clipboard.writeText(code.textContent.trimEnd());
  target.textContent = t.copied;
  setTimeout(() => (target.textContent = t.copy), 2000);
}

export function Docs({ initialGuide, origin, packagesPublished }: Props) {
  // Subscribes to language changes.
  useTranslation();
  const language = currentLanguage();
  const t = labels[language];
  const [loaded, setLoaded] = useState(initialGuide);
  useEffect(() => void loadGuide(language).then(setLoaded), [language]);
  const guide = adaptGuide(loaded, origin, packagesPublished);
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
      <Contents guide={guide} language={language} />
      <main className={styles.main} onClick={({ target }) => void copyAdjacentCode(target, t)}>
        <Reference guide={guide} language={language} origin={origin} message={sharedText}>
          <div className="wrap">
            <Button onClick={() => void saveDocument(origin)}>{t.document}</Button>
            <Button onClick={() => void saveCollection(origin)}>{t.collection}</Button>
          </div>
        </Reference>
      </main>
    </div>
  );
}
