import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlView } from '../../../lib/url-view.ts';
import { useApi } from '../../../lib/api.ts';
import { useMay } from '../../../lib/me.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryContent } from '../../../ui/table/loaded.tsx';
import { Pager } from '../../../ui/table/pager.tsx';
import { ListsTable } from './lists-table.tsx';
import { listsQuery, listsViewSchema, type ListsView } from '../row/queries.ts';
import { statusViewOf } from '../row/status-view.ts';
import { MAX_LIST_NAME_LENGTH } from '../../../../../shared/model/upload-limits.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import styles from './history.module.css';

const DEBOUNCE_MS = 400;

const sorts = [
  ['newest', 'created_at:desc'],
  ['oldest', 'created_at:asc'],
  ['name', 'file_name:asc'],
  ['size', 'total_email:desc'],
  ['state', 'status:asc'],
] as const;

interface Props {
  view: ListsView;
  onChange: (change: Partial<ListsView>) => void;
}

function HistoryTools({ view, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.tools}>
      <div role="search">
        <SearchField
          label={t('lists.search')}
          placeholder={t('lists.search')}
          maxLength={MAX_LIST_NAME_LENGTH}
          value={view.q ?? ''}
          debounceMs={DEBOUNCE_MS}
          onSearch={(text) => onChange({ q: text || undefined })}
        />
      </div>
      <SelectField
        label={t('lists.sort')}
        value={view.sort}
        options={sorts.map(([name, sort]) => [sort, t(`lists.sorts.${name}`)])}
        onChoose={(sort) => onChange({ sort })}
      />
      <SelectField
        label={t('lists.filter')}
        value={view.filter}
        options={[
          ['all', t('lists.details.part.all')],
          ['today', t('lists.today')],
        ]}
        onChoose={(filter) => onChange({ filter })}
      />
    </div>
  );
}

interface HistoryProps {
  /** First steps of a new customer, shown if there is no list. */
  steps?: ReactNode;
  /** A row to show if there is no list. */
  sample?: ReactNode;
}

export function ListHistory({ steps, sample }: HistoryProps) {
  const { t } = useTranslation();
  const may = useMay();
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
              <>
                <p>{t(may('member') ? 'lists.empty' : 'lists.emptyViewer')}</p>
                {steps}
              </>
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
