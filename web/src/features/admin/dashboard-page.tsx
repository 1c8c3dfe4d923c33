import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAddressView } from '../../lib/address-view.ts';
import { useApi } from '../../lib/api.ts';
import { Card } from '../../ui/card.tsx';
import { Figures } from '../../ui/table/figures.tsx';
import { Loaded } from '../../ui/table/loaded.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { Filters } from './filters.tsx';
import { usersQuery, usersView } from './queries.ts';
import { UsersTable } from './users-table.tsx';
import { Weeks } from './weeks.tsx';

/** The customers, one page at a time. */
export function AdminDashboardPage() {
  const { t } = useTranslation();
  const { view, hrefOf, show } = useAddressView(usersView);
  const users = useQuery(usersQuery(useApi(), view));
  const { data: page } = users;
  return (
    <>
      <PageHeading title={t('admin.title')} />
      <Totals active={page?.total_active} inactive={page?.total_inactive} />
      <Weeks />
      <Card title={t('admin.users.title')}>
        <Filters
          view={view}
          onChange={(change) => show({ ...change, page: 1 }, { replace: true })}
        />
        <Loaded query={users} failed={t('admin.users.failed')}>
          <UsersTable rows={users.isPlaceholderData ? undefined : page?.data} from={page?.from} />
        </Loaded>
        <Pager
          label={t('admin.users.pages')}
          current={view.page}
          last={page?.last_page ?? 1}
          hrefOf={(other) => hrefOf({ page: other })}
        />
      </Card>
    </>
  );
}

interface Props {
  /** Undefined while they are loading. */
  active: number | undefined;
  inactive: number | undefined;
}

/** How many users there are, whatever is searched for. */
function Totals({ active, inactive }: Props) {
  const { t } = useTranslation();
  const known = active !== undefined && inactive !== undefined;
  const totals = [
    [t('admin.totals.all'), known ? active + inactive : undefined],
    [t('admin.totals.active'), active],
    [t('admin.totals.inactive'), inactive],
  ] as const;
  return <Figures figures={totals} />;
}
