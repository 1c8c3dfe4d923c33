import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from '../../shared/model/account.ts';
import { loadTexts, startI18n } from '../src/i18n/i18n.ts';
import { docsPath, paths, pricesPath, referencePath, startPath } from '../src/lib/paths.ts';
import { Wordmark } from '../src/ui/mark.tsx';
import { loadGuide } from './compose-guide.ts';
import styles from './docs.module.css';
import { extractPackageParagraphs, stripPackageParagraphs } from './guide-packages.ts';
import { headingIdsOf, Markdown, sectionsOf } from './markdown.tsx';
import { Reference } from './reference.tsx';
import { Prices, Start } from './start.tsx';
import { labels } from './texts.ts';

await loadTexts('signed-in', 'billing', 'list', 'verdict');

/** Section ids of the English guide. Both languages use them, so that a link works in either. */
const SECTION_IDS = headingIdsOf(loadGuide('en'));

/** @param folder path of the page, which has a file for each language */
function renderPage(language: Language, folder: string, content: ReactNode): string {
  const t = labels[language];
  return renderToStaticMarkup(
    <div className={styles.page}>
      <header className={`unprinted wrap ${styles.header}`}>
        <a href={`${startPath}${language}.html`}>
          <Wordmark />
        </a>
        <nav className={`wrap ${styles.nav}`} aria-label={t.navigation}>
          <a href={`${pricesPath}${language}.html`}>{t.prices}</a>
          <a href={`${docsPath}${language}.html`}>{t.title}</a>
          {folder === docsPath ? <a href="/">{t.back}</a> : <a href={paths.login}>{t.logIn}</a>}
        </nav>
        <a href={`${folder}en.html`} lang="en">
          English
        </a>
        <a href={`${folder}fr.html`} lang="fr">
          Français
        </a>
      </header>
      {content}
    </div>,
  );
}

export function prerenderGuide(language: Language): string {
  const t = labels[language];
  const guide = stripPackageParagraphs(loadGuide(language), '<div data-packages></div>\n\n');
  return renderPage(
    language,
    docsPath,
    <main className={styles.guide}>
      <h1>{t.title}</h1>
      <nav className={`unprinted ${styles.contents}`} aria-label={t.contents}>
        <ul>
          {sectionsOf(guide).map(({ text, depth }, index) => (
            <li key={SECTION_IDS[index]} className={depth > 1 ? styles.deep : undefined}>
              <a href={`#${SECTION_IDS[index]}`}>{text}</a>
            </li>
          ))}
          <li>
            <a href={referencePath}>{t.reference}</a>
          </li>
        </ul>
      </nav>
      <Markdown
        text={guide}
        className={`${styles.main} ${styles.prose}`}
        ids={SECTION_IDS}
        copy={t.copy}
        copied={t.copied}
      />
    </main>,
  );
}

/** Renders the paragraphs that name our packages as HTML, in the order of the guide. */
export const prerenderPackages = (language: Language): string[] =>
  extractPackageParagraphs(loadGuide(language)).map((text) =>
    renderToStaticMarkup(<Markdown text={text} />),
  );

/** Renders the start page and the prices with components of the app. */
export async function prerenderVisitorPages(language: Language) {
  await startI18n(language);
  return {
    start: renderPage(language, startPath, <Start language={language} />),
    prices: renderPage(language, pricesPath, <Prices language={language} />),
  };
}

/** @param json our OpenAPI document */
export const prerenderReference = (json: string): string =>
  renderPage('en', docsPath, <Reference json={json} />);
