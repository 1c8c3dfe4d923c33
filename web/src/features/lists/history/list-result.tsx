import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../../../../shared/contract/lists.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Download } from './download.tsx';
import styles from './list-status.module.css';
import { isDeleted } from './retention.ts';

/** The result of a finished list, and until when it is kept. */
export function ListResult({ row }: { row: ListRow }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { expires_at: end } = row;
  if (isDeleted(row, Date.now())) return <p className={styles.gone}>{t('lists.details.gone')}</p>;
  return (
    <div className={styles.result}>
      <Download row={row} />
      {end !== null && (
        <p className={styles.note}>{t('lists.details.kept', { date: format.date(end) })}</p>
      )}
    </div>
  );
}
