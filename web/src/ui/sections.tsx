import type { ReactNode } from 'react';
import { CardHeader } from './card.tsx';
import styles from './sections.module.css';

interface Section {
  /** Its anchor. */
  name: string;
  title: string;
  /** Shown at the right of the title. */
  aside?: ReactNode;
  /** Without any there is no such part. */
  content: ReactNode;
}

/** The parts of a long page in one panel; on a wide screen a menu beside them leads to each. */
export function Sections({ label, sections }: { label: string; sections: readonly Section[] }) {
  const shown = sections.filter(({ content }) => Boolean(content));
  return (
    <div className={styles.columns}>
      <nav className={`unprinted ${styles.menu}`} aria-label={label}>
        <ul>
          {shown.map(({ name, title }) => (
            <li key={name}>
              <a href={`#${name}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={`panel ${styles.panel}`}>
        {shown.map(({ name, title, aside, content }) => (
          <section key={name} id={name} className={styles.section}>
            <CardHeader title={title} aside={aside} />
            {content}
          </section>
        ))}
      </div>
    </div>
  );
}
