import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router-dom';
import type { ListRow } from '../../../../../shared/contract/lists.ts';
import { useApi } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { CreditsText } from '../row/credits-text.tsx';
import { sizeOfLook } from '../row/expected.ts';
import { listQuery } from '../row/list-query.ts';
import { listsQuery, NEWEST } from '../row/queries.ts';
import { isShort, isUnread, viewOf } from '../row/status-view.ts';
import { useOfUploads } from '../upload/uploads.tsx';
import { announcedOf, useLookText } from './look-text.ts';

/** The lists that wait for credits, each with its preview; nothing without any. */
export function WaitingLists() {
  const { t } = useTranslation();
  const { data } = useQuery(listsQuery(useApi(), NEWEST));
  // The list of a sent file exists a moment later.
  const sent = useOfUploads(
    (queue) =>
      queue
        .state()
        .items.filter(
          ({ phase }) => phase.name === 'sent' && !data?.data.some(({ id }) => id === phase.listId),
        ).length,
  );
  const rows = data?.data.filter((row) => isUnread(row) || isShort(row));
  if (!rows || (rows.length === 0 && sent === 0)) return null;
  return (
    <div className="panel" aria-live="polite">
      {rows.map((row) => (
        <div key={row.id}>
          <Link to={generatePath(paths.list, { id: row.id })}>{row.file_name}</Link>
          <p>
            <State row={row} />
          </p>
        </div>
      ))}
      {rows.length === 0 && <p>{t('lists.message.waiting')}</p>}
    </div>
  );
}

function State({ row }: { row: ListRow }) {
  const { t } = useTranslation();
  const lookText = useLookText();
  const { data: list } = useQuery({
    ...listQuery(useApi(), row.id),
    refetchIntervalInBackground: false,
  });
  if (list && sizeOfLook(list) > 0)
    return <span aria-live={announcedOf(list)}>{lookText(list)}</span>;
  if (list?.reason === 'insufficient_credit') return <CreditsText row={list} />;
  return t(`lists.message.${viewOf((list ?? row).status).name}`);
}
