import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useApi } from '../../lib/api.ts';
import { Card } from '../../ui/card.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Filters } from './filters.tsx';
import { usersQuery } from './queries.ts';
import { Totals } from './totals.tsx';
import { UsersTable } from './users-table.tsx';
import { queryOf, viewIn } from './view.ts';

/** The customers, one page at a time. The query of the address says which. */
export function Users() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const view = viewIn(query);
  const users = useQuery(usersQuery(useApi(), view));
  const { data: page } = users;
  return (
    <>
      <Totals active={page?.total_active} inactive={page?.total_inactive} />
      <Card title={t('admin.users.title')}>
        <Filters
          view={view}
          onChange={(change) =>
            navigate(queryOf({ ...view, ...change, page: 1 }), { replace: true })
          }
        />
        {users.isError && page === undefined ? (
          <LoadFailed
            text={t('admin.users.failed')}
            busy={users.isFetching}
            onRetry={() => users.refetch()}
          />
        ) : (
          <UsersTable rows={users.isPlaceholderData ? undefined : page?.data} from={page?.from} />
        )}
        <Pager
          label={t('admin.users.pages')}
          current={view.page}
          last={page?.last_page ?? 1}
          hrefOf={(other) => queryOf({ ...view, page: other })}
        />
      </Card>
    </>
  );
}
