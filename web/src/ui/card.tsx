import type { ReactNode } from 'react';
import styles from './card.module.css';

interface HeaderProps {
  title: string;
  aside?: ReactNode;
}

export const CardHeader = ({ title, aside }: HeaderProps) => (
  <header className={`between ${styles.header}`}>
    <h2>{title}</h2>
    {aside}
  </header>
);

export function Card({ children, ...header }: HeaderProps & { children: ReactNode }) {
  return (
    <section className={`panel ${styles.card}`}>
      <CardHeader {...header} />
      {children}
    </section>
  );
}
