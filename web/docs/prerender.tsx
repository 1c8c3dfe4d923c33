import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from '../../shared/model/account.ts';
import { text } from '../../shared/texts/text.ts';
import { EntryList } from './contents.tsx';
import styles from './docs.module.css';
import { entriesOf } from './entries.ts';
import { adaptGuide } from './guide-at.ts';
import english from './guide.md?raw';
import french from './guide.fr.md?raw';
import { Reference } from './reference.tsx';
import { pagePaths, labels } from './texts.ts';

/** Each stage has its own origin, so prerendered pages use a shell variable. */
const ORIGIN = '$TAMIS_URL';

export function prerender(language: Language): string {
  const t = labels[language];
  const guide = adaptGuide({ en: english, fr: french }[language], ORIGIN);
  return renderToStaticMarkup(
    <div className={styles.page}>
      <header className={`wrap ${styles.header}`}>
        <a href="/" className={styles.back}>
          {t.back}
        </a>
        <a href={pagePaths.en} lang="en">
          English
        </a>
        <a href={pagePaths.fr} lang="fr">
          Français
        </a>
      </header>
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
    </div>,
  );
}
