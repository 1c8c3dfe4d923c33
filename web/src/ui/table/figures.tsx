import { useFormat } from '../../lib/use-format.ts';
import styles from './figures.module.css';

interface Props {
  /** Labels with their counts; a count is undefined while loading. */
  figures: readonly (readonly [label: string, count: number | undefined])[];
}

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
