import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from '../../shared/model/account.ts';
import { text } from '../../shared/texts/text.ts';
import { docsPath, pricesPath } from '../src/lib/paths.ts';
import { Wordmark } from '../src/ui/mark.tsx';
import { EntryList } from './contents.tsx';
import styles from './docs.module.css';
import { entriesOf } from './entries.ts';
import { adaptGuide } from './guide-at.ts';
import english from './guide.md?raw';
import french from './guide.fr.md?raw';
import { Markdown } from './markdown.tsx';
import { pricesIn } from './prices.ts';
import { Reference } from './reference.tsx';
import { labels } from './texts.ts';

/** Each stage has its own origin, so prerendered pages use a shell variable. */
const ORIGIN = '$TAMIS_URL';

/** @param folder path of the page, which has a file for each language */
const renderPage = (language: Language, folder: string, content: ReactNode): string =>
  renderToStaticMarkup(
    <div className={`${styles.page} ${folder === pricesPath ? styles.prices : ''}`}>
      <header className={`wrap ${styles.header}`}>
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

export function prerender(language: Language): string {
  const t = labels[language];
  const guide = adaptGuide({ en: english, fr: french }[language], ORIGIN);
  return renderPage(
    language,
    docsPath,
    <>
      <nav className={styles.contents} aria-label={t.contents}>
        <EntryList entries={entriesOf(guide, language)} showNested={false} />
      </nav>
      <main className={styles.main}>
        <Reference
          guide={guide}
          language={language}
          origin={ORIGIN}
          message={(key) => text(language, key)}
          intro={<p className="muted">{t.address}</p>}
        />
      </main>
    </>,
  );
}

export const prerenderPrices = (language: Language): string =>
  renderPage(
    language,
    pricesPath,
    <main className={styles.main}>
      <h1>{labels[language].prices}</h1>
      <Markdown text={pricesIn(language)} className={styles.prose} copy="" />
    </main>,
  );
