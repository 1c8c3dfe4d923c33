import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlView } from '../../../lib/url-view.ts';
import { useApi } from '../../../lib/api.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryContent } from '../../../ui/table/loaded.tsx';
import { Pager } from '../../../ui/table/pager.tsx';
import { HistoryTools } from './history-tools.tsx';
import { ListsTable } from './lists-table.tsx';
import { listsQuery, listsViewSchema } from '../row/queries.ts';
import { statusViewOf } from '../row/status-view.ts';

/** @param sample a row to show if the customer has no list */
export function ListHistory({ sample }: { sample?: ReactNode }) {
  const { t } = useTranslation();
  const { view, hrefOf, show } = useUrlView(listsViewSchema);
  const lists = useQuery(listsQuery(useApi(), view));
  const last = lists.data?.last_page ?? 1;

  // If the last row of the last page was deleted, show the previous page.
  useEffect(() => {
    if (view.page > last && lists.isSuccess && !lists.isPlaceholderData)
      show({ page: last }, { replace: true });
  });

  return (
    <Card
      title={t('lists.title')}
      aside={<HistoryTools view={view} onChange={(change) => show({ page: 1, ...change })} />}
    >
      <QueryContent query={lists} failed={t('lists.error')}>
        <ListsTable
          rows={lists.data?.data}
          sort={view.sort}
          lastRow={
            lists.data?.total === 0 && view.q === undefined && view.filter === 'all' && sample
          }
          empty={
            view.q !== undefined ? (
              <>
                <p>{t('lists.noMatch', { text: view.q })}</p>
                <Button variant="quiet" onClick={() => show({ q: undefined })}>
                  {t('lists.clearSearch')}
                </Button>
              </>
            ) : view.filter === 'today' ? (
              t('lists.emptyToday')
            ) : (
              t('lists.empty')
            )
          }
        />
      </QueryContent>
      {lists.data?.data.some(({ status }) => statusViewOf(status).icon === 'ring') && (
        <p className="muted">{t('lists.details.leave')}</p>
      )}
      <Pager
        label={t('lists.pages')}
        current={view.page}
        last={last}
        hrefOf={(page) => hrefOf({ page })}
      />
    </Card>
  );
}
