import type { ReactNode } from 'react';
import styles from './card.module.css';

interface Props {
  title: string;
  /** Shown at the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Card({ title, aside, children }: Props) {
  return (
    <section className={`panel ${styles.card}`}>
      <header className={`between ${styles.header}`}>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
