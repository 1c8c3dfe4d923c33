import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { type DailyUsage, daysInMonth } from './sums-by-day.ts';

interface Props {
  month: string;
  /** Undefined while loading; the chart then keeps its height. */
  days: readonly DailyUsage[] | undefined;
}

export function UsageChart({ month, days = [] }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const last = `${month}-${daysInMonth(month)}`;
  return (
    <Chart
      title={t('usage.picture.title')}
      names={days.map(({ day }) => format.day(day))}
      slots={daysInMonth(month)}
      axis={[`${month}-01`, `${month}-16`, last].map(format.day)}
      series={[
        {
          kind: 'bars',
          title: t('usage.used'),
          parts: [t('usage.usedByLists'), t('usage.usedByChecks')],
          columns: days.map(({ lists, checks }) => [lists, checks]),
        },
        {
          kind: 'line',
          title: t('usage.picture.balance'),
          columns: days.map(({ balance }) => [balance]),
        },
      ]}
      namesLabel={t('usage.date')}
    />
  );
}

export function useDayColumns() {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    { label: t('usage.date'), heading: true, cell: ({ day }: DailyUsage) => format.day(day) },
    { label: t('usage.usedByLists'), numeric: true, cell: ({ lists }: DailyUsage) => lists },
    { label: t('usage.usedByChecks'), numeric: true, cell: ({ checks }: DailyUsage) => checks },
    {
      label: t('usage.picture.balance'),
      numeric: true,
      cell: ({ balance }: DailyUsage) => balance,
    },
  ];
}
