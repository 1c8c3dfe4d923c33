import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useUrlView } from '../../lib/url-view.ts';
import { useApi } from '../../lib/api.ts';
import { Button } from '../../ui/button/button.tsx';
import { Figures } from '../../ui/table/figures.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { sumsByDay } from './sums-by-day.ts';
import { MonthNavigation } from './month-navigation.tsx';
import { USAGE_VIEWS, usageQuery, usageViewSchema } from './queries.ts';
import { UsageChart } from './usage-chart.tsx';
import { UsageByDayTable, UsageByKeyTable, UsageByListTable } from './usage-table.tsx';
import { useUsageCsv } from './use-usage-csv.ts';

const TABLES = { day: UsageByDayTable, list: UsageByListTable, key: UsageByKeyTable };

export function UsagePage() {
  const { t } = useTranslation();
  const { view, hrefOf, show } = useUrlView(usageViewSchema);
  const today = new Date().toISOString().slice(0, 10);
  const month = view.month ?? today.slice(0, 7);
  const usage = useQuery(usageQuery(useApi(), month));
  const save = useUsageCsv();
  const { rows, balance, closing = 0 } = usage.data ?? {};
  return (
    <>
      <PageHeading title={t('layout.usage.title')} />
      <p className="muted">{t('usage.lead')}</p>
      <Figures
        figures={[
          [t('usage.available'), balance?.available],
          [t('usage.reserved'), balance?.reserved],
          ...(balance?.held ? [[t('usage.held'), balance.held] as const] : []),
          ...(balance?.debt ? [[t('usage.debt'), balance.debt] as const] : []),
        ]}
      />
      {balance && balance.debt > 0 && <Notice tone="risky">{t('usage.debtText')}</Notice>}
      <div className="between">
        <MonthNavigation month={month} hrefOf={(other) => hrefOf({ month: other, page: 1 })} />
        <Button
          icon="tray"
          disabled={!rows || !balance}
          onClick={() => rows && balance && save(month, rows, balance)}
        >
          {t('usage.csv')}
        </Button>
      </div>
      <QueryContent query={usage} failed={t('usage.failed')}>
        <UsageChart month={month} days={rows && sumsByDay(month, rows, closing, today)} />
        <Tabs
          label={t('usage.views')}
          chosen={USAGE_VIEWS.indexOf(view.by)}
          onChoose={(position) => show({ by: USAGE_VIEWS[position] ?? 'day', page: 1 })}
          tabs={USAGE_VIEWS.map((name) => {
            const Table = TABLES[name];
            return {
              name,
              title: t(`usage.view.${name}`),
              content: name === view.by && (
                <Table rows={rows} page={view.page} hrefOf={(page) => hrefOf({ page })} />
              ),
            };
          })}
        />
      </QueryContent>
    </>
  );
}
