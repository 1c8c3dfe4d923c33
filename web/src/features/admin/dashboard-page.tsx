import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useUrlView } from '../../lib/url-view.ts';
import { useApi } from '../../lib/api.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Figures } from '../../ui/table/figures.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { UserFilters } from './filters.tsx';
import { userPageHref, usersQuery, usersViewSchema } from './queries.ts';
import { StatusSwitch } from './status-switch.tsx';
import { UserDetailsButton } from './user-details.tsx';
import { WeeklyFigures } from './weekly-figures.tsx';

export function AdminDashboardPage() {
  const { t } = useTranslation();
  const { view, hrefOf, show } = useUrlView(usersViewSchema);
  const users = useQuery(usersQuery(useApi(), view));
  const { data: page } = users;
  return (
    <>
      <PageHeading title={t('admin.title')} />
      <Figures
        figures={[
          [t('admin.totals.all'), page && page.total_active + page.total_inactive],
          [t('admin.totals.active'), page?.total_active],
          [t('admin.totals.inactive'), page?.total_inactive],
        ]}
      />
      <WeeklyFigures />
      <Card title={t('admin.users.title')}>
        <UserFilters
          view={view}
          onChange={(change) => show({ ...change, page: 1 }, { replace: true })}
        />
        <QueryContent query={users} failed={t('admin.users.failed')}>
          <DataTable
            caption={t('admin.users.caption')}
            columns={[
              { label: t('admin.users.number'), cell: (_, index) => (page?.from ?? 1) + index },
              { label: t('admin.users.firstName'), cell: (user) => user.first_name },
              { label: t('admin.users.lastName'), cell: (user) => user.last_name },
              {
                label: t('account.email'),
                heading: true,
                cell: (user) => <Link to={userPageHref(user.id, view.search)}>{user.email}</Link>,
              },
              { label: t('admin.users.status'), cell: (user) => <StatusSwitch user={user} /> },
              {
                label: t('lists.action'),
                action: true,
                cell: (user) => (
                  <UserDetailsButton user={user} href={userPageHref(user.id, view.search)} />
                ),
              },
            ]}
            rows={users.isPlaceholderData ? undefined : page?.data}
            keyOf={(user) => user.id}
            empty={t('admin.users.empty')}
          />
        </QueryContent>
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
