import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import styles from './totals.module.css';

interface Props {
  /** Undefined while they are loading. */
  active: number | undefined;
  inactive: number | undefined;
}

/** How many users there are, whatever is searched for. */
export function Totals({ active, inactive }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const known = active !== undefined && inactive !== undefined;
  const totals = [
    [t('admin.totals.all'), known ? active + inactive : undefined],
    [t('admin.totals.active'), active],
    [t('admin.totals.inactive'), inactive],
  ] as const;
  return (
    <dl className={styles.totals}>
      {totals.map(([label, count]) => (
        <div key={label} className={styles.total}>
          <dt>{label}</dt>
          <dd>{count === undefined ? '–' : format.number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
