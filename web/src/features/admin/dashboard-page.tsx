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
import { userPageHref, usersQuery, usersViewSchema, type UsersView } from './queries.ts';
import { StatusSwitch } from './status-switch.tsx';
import { UserDetailsButton } from './user-details.tsx';
import { MAX_USER_SEARCH_LENGTH, USER_PAGE_SIZES } from '../../../../shared/model/users-page.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import styles from './filters.module.css';
import { adminRoutes, type WeeklyFiguresRow } from '../../../../shared/contract/admin.ts';
import { useFormat } from '../../lib/use-format.ts';
import { ChartTable } from '../../ui/chart/chart-table.tsx';
import { ChartBody } from '../../ui/chart/chart-body.tsx';
import { Tiles } from '../../ui/chart/tiles.tsx';

export function WeeklyFigures() {
  const { t } = useTranslation();
  const format = useFormat();
  const api = useApi();
  const weeks = useQuery({
    queryKey: ['weeks'],
    queryFn: async ({ signal }) => (await api(adminRoutes.weeklyFigures, {}, { signal })).data,
  });
  const rows = weeks.data;
  const figures = (['signups', 'verified', 'revenue_cents'] as const).map((name) => {
    const formatFigure = name === 'revenue_cents' ? format.euros : format.number;
    const of = (row: WeeklyFiguresRow | undefined) => row?.[name] ?? undefined;
    const cell = (row: WeeklyFiguresRow | undefined): string => {
      const figure = of(row);
      return figure === undefined ? '–' : formatFigure(figure);
    };
    return { label: t(`admin.weeks.${name}`), numeric: true, of, cell };
  });
  return (
    <QueryContent query={weeks} failed={t('admin.weeks.failed')}>
      <Tiles
        label={t('admin.weeks.title')}
        tiles={figures.map(({ label, of, cell }) => ({
          title: label,
          figure: cell(rows?.at(-1)),
          text: t('admin.weeks.before', { figure: cell(rows?.at(-2)) }),
          picture: (rows?.filter((row) => of(row)).length ?? 0) > 1 && rows && (
            <ChartBody
              kind="bars"
              columns={rows.map((row) => [of(row) ?? 0])}
              tooltips={rows.map((row) => `${format.day(row.week)}: ${cell(row)}`)}
            />
          ),
        }))}
      >
        {rows && (
          <ChartTable
            title={t('admin.weeks.title')}
            rows={rows}
            keyOf={(row) => row.week}
            columns={[
              { label: t('admin.weeks.week'), heading: true, cell: (row) => format.day(row.week) },
              ...figures,
            ]}
          />
        )}
      </Tiles>
    </QueryContent>
  );
}

const DEBOUNCE_MS = 1000;

interface Props {
  view: UsersView;
  onChange: (change: Partial<Pick<UsersView, 'search' | 'status' | 'limit'>>) => void;
}

function UserFilters({ view, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <div role="search" className={styles.filters}>
      <SearchField
        label={t('admin.filters.search')}
        maxLength={MAX_USER_SEARCH_LENGTH}
        value={view.search}
        debounceMs={DEBOUNCE_MS}
        onSearch={(search) => onChange({ search })}
      />
      <SelectField
        label={t('admin.users.status')}
        value={view.status}
        options={[
          ['', t('admin.filters.all')],
          ['1', t('admin.users.active')],
          ['2', t('admin.users.inactive')],
        ]}
        onChoose={(status) => onChange({ status })}
      />
      <SelectField
        label={t('admin.filters.limit')}
        value={view.limit}
        options={USER_PAGE_SIZES.map((size) => [`${size}` as const, String(size)])}
        onChoose={(limit) => onChange({ limit })}
      />
    </div>
  );
}

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
