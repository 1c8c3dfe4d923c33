import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { usageQuery } from './queries.ts';
import {
  creditsUsedOn,
  type DailyUsage,
  daysInMonth,
  previousMonth,
  sumBy,
  sumsByDay,
} from './sums-by-day.ts';

interface Props {
  month: string;
  /** Undefined while loading; the chart then keeps its height. */
  days: readonly DailyUsage[] | undefined;
}

/** Returns the days of the previous month, up to the same day of the month. */
export function useEarlierDays(
  month: string,
  days: readonly DailyUsage[] | undefined,
): readonly DailyUsage[] {
  const before = previousMonth(month);
  const { data } = useQuery({ ...usageQuery(useApi(), before), meta: { quiet: true } });
  return data ? sumsByDay(before, data.rows, data.closing, month).slice(0, days?.length) : [];
}

export function UsageChart({ month, days = [] }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const earlierDays = useEarlierDays(month, days);
  const usedEarlier = sumBy(earlierDays, creditsUsedOn);
  const earlierOf = (numberOf: (day: DailyUsage) => number) =>
    usedEarlier > 0 ? { title: t('usage.before'), numbers: earlierDays.map(numberOf) } : undefined;
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
          earlier: earlierOf(creditsUsedOn),
        },
        {
          kind: 'line',
          title: t('usage.picture.balance'),
          columns: days.map(({ balance }) => [balance]),
        },
      ]}
      namesLabel={t('usage.date')}
    >
      <p className="muted">
        {usedEarlier === 0
          ? // An empty line, so that the layout does not shift once the previous month is loaded.
            '\u00a0'
          : t('usage.tiles.usedEarlier', {
              figure: format.number(usedEarlier),
              change: format.change(sumBy(days, creditsUsedOn) / usedEarlier - 1),
            })}
      </p>
    </Chart>
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
