import type { ReactNode } from 'react';
import { CardHeader } from './card.tsx';
import styles from './sections.module.css';

interface Section {
  /** Anchor of the section, used in links to it. */
  name: string;
  title: string;
  aside?: ReactNode;
  /** The section is omitted if its content is empty. */
  content: ReactNode;
}

/** Sections of a long page in one panel. On a wide screen, a menu has links to them. */
export function Sections({ label, sections }: { label: string; sections: readonly Section[] }) {
  const visibleSections = sections.filter(({ content }) => Boolean(content));
  return (
    <div className={styles.columns}>
      <nav className={`unprinted ${styles.menu}`} aria-label={label}>
        <ul>
          {visibleSections.map(({ name, title }) => (
            <li key={name}>
              <a href={`#${name}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={`panel ${styles.panel}`}>
        {visibleSections.map(({ name, title, aside, content }) => (
          <section key={name} id={name} className={styles.section}>
            <CardHeader title={title} aside={aside} />
            {content}
          </section>
        ))}
      </div>
    </div>
  );
}
