import type { ReactNode } from 'react';
import styles from './card.module.css';

interface Props {
  title: string;
  /** Shown at the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A section of a page, with its heading. */
export function Card({ title, aside, children }: Props) {
  return (
    <section className={styles.card}>
      <header className={styles.header}>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
