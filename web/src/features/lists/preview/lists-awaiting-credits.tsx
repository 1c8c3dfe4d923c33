import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router-dom';
import type { ListSummary } from '../../../../../shared/contract/list-detail.ts';
import { useApi } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { CreditsText } from '../row/credits-text.tsx';
import { previewedCount } from '../row/expected-result.ts';
import { listQuery } from '../row/list-query.ts';
import { listsQuery, NEWEST_LISTS_VIEW } from '../row/queries.ts';
import { isShortOfCredits, isBeforeIngest, statusViewOf } from '../row/status-view.ts';
import { useUploadCount } from '../upload/uploads.tsx';
import styles from './lists-awaiting-credits.module.css';
import { ariaLiveFor, usePreviewText } from './preview-text.ts';
import { usePendingPurchase } from './use-pending-purchase.ts';

export function ListsAwaitingCredits() {
  const { t } = useTranslation();
  const { data } = useQuery(listsQuery(useApi(), NEWEST_LISTS_VIEW));
  // Number of sent files whose list does not exist yet; it appears a moment after the upload.
  const sent = useUploadCount(
    (queue) =>
      queue
        .state()
        .items.filter(
          ({ phase }) => phase.name === 'sent' && !data?.data.some(({ id }) => id === phase.listId),
        ).length,
  );
  const rows = data?.data.filter((row) => isBeforeIngest(row) || isShortOfCredits(row));
  if (!rows || (rows.length === 0 && sent === 0)) return null;
  return (
    <Card title={t('lists.awaitingCredits')}>
      <div aria-live="polite" className={styles.lists}>
        {rows.map((row) => (
          <div key={row.id}>
            <Link to={generatePath(paths.list, { id: row.id })}>{row.file_name}</Link>
            <p>
              <ListState row={row} />
            </p>
          </div>
        ))}
        {rows.length === 0 && <p>{t('lists.message.waiting')}</p>}
      </div>
    </Card>
  );
}

function ListState({ row }: { row: ListSummary }) {
  const { t } = useTranslation();
  const previewText = usePreviewText();
  const { data: list } = useQuery({
    ...listQuery(useApi(), row.id),
    refetchIntervalInBackground: false,
  });
  const purchase = usePendingPurchase(row.id);
  if (purchase) return t(`lists.paid.${purchase}`);
  if (list && previewedCount(list) > 0)
    return <span aria-live={ariaLiveFor(list)}>{previewText(list)}</span>;
  if (list?.reason === 'insufficient_credit') return <CreditsText row={list} />;
  return t(`lists.message.${statusViewOf((list ?? row).status).name}`);
}
