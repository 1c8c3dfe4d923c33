import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

export const FactList = ({ children }: { children: ReactNode }) => (
  <dl className={styles.facts}>{children}</dl>
);

interface FactProps {
  label: string;
  /** Whether the content is long and gets a line of its own. */
  wide?: boolean;
  children: ReactNode;
}

export const Fact = ({ label, wide = false, children }: FactProps) => (
  <div className={wide ? styles.wide : undefined}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
