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
import { USAGE_VIEWS, usageQuery, usageViewSchema } from './queries.ts';
import { UsageChart } from './usage-chart.tsx';
import { UsageByDayTable, UsageByKeyTable, UsageByListTable } from './usage-table.tsx';
import { useFormat } from '../../lib/use-format.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageButton } from '../../ui/button/link-button.tsx';
import { Tooltip } from '../../ui/popup/tooltip.tsx';
import styles from './usage.module.css';
import type { UsageRow } from '../../../../shared/contract/usage.ts';
import type { CsvCell } from '../../../../shared/list-file/csv.ts';
import { saveCsv } from '../../lib/save-file.ts';
import { useUsageTexts } from './use-usage-texts.ts';

type Balance = Readonly<Record<'available' | 'reserved' | 'held' | 'debt', number>>;

/** Returns a function that downloads a month's credit movements and the current balance as CSV. */
function useUsageCsv() {
  const { t } = useTranslation();
  const { topicOf, detailsOf, meansOf } = useUsageTexts();
  return (
    month: string,
    rows: readonly (UsageRow & { balance: number })[],
    balance: Balance,
  ): void => {
    const head = ['date', 'what', 'details', 'by', 'change', 'balance', 'fileId'] as const;
    const today = new Date().toISOString().slice(0, 10);
    const table: readonly (readonly CsvCell[])[] = [
      head.map((name) => t(`usage.${name}`)),
      ...rows.map((row) => [
        row.at ?? row.day,
        topicOf(row),
        detailsOf(row),
        row.by && meansOf(row),
        row.change,
        row.balance,
        row.file_id,
      ]),
      ...(['available', 'reserved', 'held', 'debt'] as const).map((name) => [
        today,
        t(`usage.${name}`),
        null,
        null,
        null,
        balance[name],
        null,
      ]),
    ];
    saveCsv(table, `tamis-usage-${month}.csv`);
  };
}

interface Props {
  month: string;
  hrefOf: (month: string) => string;
}

/** Links to the previous and the next month, unless the next one is in the future. */
function MonthNavigation({ month, hrefOf }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const adjacentMonth = (step: number): string => {
    const day = new Date(`${month}-01`);
    day.setUTCMonth(day.getUTCMonth() + step);
    return day.toISOString().slice(0, 7);
  };
  const monthLink = (to: string, icon: 'previous' | 'next', label: string) =>
    icon === 'previous' || to <= new Date().toISOString() ? (
      <Tooltip text={label}>
        {() => (
          <PageButton variant="quiet" to={hrefOf(to)} aria-label={label}>
            <Icon name={icon} />
          </PageButton>
        )}
      </Tooltip>
    ) : (
      <span className={styles.off}>
        <Icon name={icon} />
      </span>
    );
  return (
    <nav aria-label={t('usage.months')} className={styles.months}>
      {monthLink(adjacentMonth(-1), 'previous', t('usage.before'))}
      <h2>{format.month(month)}</h2>
      {monthLink(adjacentMonth(1), 'next', t('usage.after'))}
    </nav>
  );
}

const TABLES = { day: UsageByDayTable, list: UsageByListTable, key: UsageByKeyTable };

export function UsagePage() {
  const { t } = useTranslation();
  const { view, hrefOf, show } = useUrlView(usageViewSchema);
  const today = new Date().toISOString().slice(0, 10);
  const month = view.month ?? today.slice(0, 7);
  const usage = useQuery(usageQuery(useApi(), month));
  const save = useUsageCsv();
  const { rows, balance, closing = 0, free } = usage.data ?? {};
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
      <p className="muted">{free?.label}</p>
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
