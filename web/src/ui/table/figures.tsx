import { useFormat } from '../../lib/use-format.ts';
import styles from './figures.module.css';

interface Props {
  /** Each with its label; undefined while it is loading. */
  figures: readonly (readonly [label: string, count: number | undefined])[];
}

/** The numbers that a page is about, side by side. */
export function Figures({ figures }: Props) {
  const format = useFormat();
  return (
    <dl className={styles.figures}>
      {figures.map(([label, count]) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd>{count === undefined ? '–' : format.number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
