import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from '../../shared/model/account.ts';
import { docsPath, pricesPath, referencePath } from '../src/lib/paths.ts';
import { Wordmark } from '../src/ui/mark.tsx';
import { loadGuide } from './compose-guide.ts';
import styles from './docs.module.css';
import { extractPackageParagraphs, stripPackageParagraphs } from './guide-packages.ts';
import { headingIdsOf, Markdown, sectionsOf } from './markdown.tsx';
import { composePrices } from './prices.ts';
import { Reference } from './reference.tsx';
import { labels } from './texts.ts';

/** Section ids of the English guide. Both languages use them, so that a link works in either. */
const SECTION_IDS = headingIdsOf(loadGuide('en'));

/** @param folder path of the page, which has a file for each language */
const renderPage = (language: Language, folder: string, content: ReactNode): string =>
  renderToStaticMarkup(
    <div className={`${styles.page} ${folder === pricesPath ? styles.prices : ''}`}>
      <header className={`unprinted wrap ${styles.header}`}>
        <Wordmark />
        <a href="/" className={styles.back}>
          {labels[language].back}
        </a>
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

export const prerenderPrices = (language: Language): string =>
  renderPage(
    language,
    pricesPath,
    <main className={styles.main}>
      <h1>{labels[language].prices}</h1>
      <Markdown text={composePrices(language)} className={styles.prose} />
    </main>,
  );

/** @param json our OpenAPI document */
export const prerenderReference = (json: string): string =>
  renderPage('en', docsPath, <Reference json={json} />);
