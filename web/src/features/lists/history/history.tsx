import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressView } from '../../../lib/address-view.ts';
import { useApi } from '../../../lib/api.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import styles from './history.module.css';
import { ListsTable } from './lists-table.tsx';
import { listsQuery, listsView } from './queries.ts';
import { viewOf } from './status-view.ts';

/**
 * The customer's lists, one page at a time.
 * @param firstStep what a customer without any list may begin with
 */
export function History({ firstStep }: { firstStep: ReactNode }) {
  const { t } = useTranslation();
  const { view, hrefOf, show } = useAddressView(listsView);
  const lists = useQuery(listsQuery(useApi(), view));
  const last = lists.data?.last_page ?? 1;

  // After the last row of the last page was deleted, show the page before it.
  useEffect(() => {
    if (view.page > last && lists.isSuccess && !lists.isPlaceholderData)
      show({ page: last }, { replace: true });
  });

  return (
    <Card
      title={t('lists.title')}
      aside={
        <div className={styles.filter}>
          <SelectField
            label={t('lists.filter')}
            value={view.filter}
            onChange={({ target }) =>
              show({ page: 1, filter: target.value === 'today' ? 'today' : 'all' })
            }
          >
            <option value="all">{t('lists.all')}</option>
            <option value="today">{t('lists.today')}</option>
          </SelectField>
        </div>
      }
    >
      <Loaded query={lists} failed={t('lists.error')}>
        <ListsTable
          rows={lists.data?.data}
          empty={
            view.filter === 'today' ? (
              t('lists.emptyToday')
            ) : (
              <>
                <p>{t('lists.empty')}</p>
                {firstStep}
              </>
            )
          }
        />
      </Loaded>
      {lists.data?.data.some(({ status }) => viewOf(status).icon === 'ring') && (
        <p className={styles.note}>{t('lists.details.leave')}</p>
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
