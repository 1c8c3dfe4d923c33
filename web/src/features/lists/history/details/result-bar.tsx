import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../../../../../shared/contract/lists.ts';
import { CATEGORIES } from './categories.ts';
import styles from './result-bar.module.css';
import { slicesOf } from './slices.ts';

/** The four counts as parts of one bar. Its sentence says all that it shows. */
export function ResultBar({ list }: { list: ListRow }) {
  const { t } = useTranslation();
  const { processed: count, valid, invalid, risky, unknown } = list;
  return (
    <svg
      className={styles.bar}
      role="img"
      aria-label={t('lists.details.sentence', { count, valid, invalid, risky, unknown })}
    >
      {slicesOf(CATEGORIES.map((name) => [name, list[name]])).map(({ name, start, length }) => (
        <rect
          key={name}
          className={styles[name]}
          x={`${start}%`}
          width={`${length}%`}
          height="100%"
        />
      ))}
    </svg>
  );
}
