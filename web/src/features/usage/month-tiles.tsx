import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { useFormat } from '../../lib/use-format.ts';
import { ChartTable } from '../../ui/chart/chart-table.tsx';
import { ChartBody } from '../../ui/chart/chart-body.tsx';
import {
  sumsByDay,
  type DailyUsage,
  estimateDaysLeft,
  daysInMonth,
  sumBy,
  creditsUsedOn,
} from './sums-by-day.ts';
import { usageQuery } from './queries.ts';
import { Tiles } from '../../ui/chart/tiles.tsx';
import { useDayColumns, useEarlierDays } from './usage-chart.tsx';

export function MonthTiles() {
  const { t } = useTranslation();
  const format = useFormat();
  const { available_credit: credits } = useMe();
  const today = new Date().toISOString().slice(0, 10);
  const month = today.slice(0, 7);
  const { data } = useQuery(usageQuery(useApi(), month));
  const queries = useQueryClient();
  useEffect(() => {
    // Refresh the usage when the credits change, because nothing else on this page does.
    void queries.invalidateQueries({ queryKey: ['usage', month] }, { cancelRefetch: false });
  }, [credits, month, queries]);
  const days = data && sumsByDay(month, data.rows, data.closing, today);
  const line = (
    numbers: readonly number[],
    slots = daysInMonth(month),
    earlierNumbers?: readonly number[],
  ) => (
    <ChartBody
      kind="line"
      columns={numbers.map((number) => [number])}
      slots={slots}
      earlier={earlierNumbers}
    />
  );
  const earlierDays = useEarlierDays(month, days);
  const usedEarlier = sumBy(earlierDays, creditsUsedOn);
  const verifiedEarlier = sumBy(earlierDays, (day) => day.verified);
  const tilesOf = (all: readonly DailyUsage[]) => {
    const used = sumBy(all, creditsUsedOn);
    const verified = sumBy(all, (day) => day.verified);
    const shares = all.flatMap((day) => (day.verified > 0 ? day.valid / day.verified : []));
    const left = estimateDaysLeft(all, credits);
    return {
      used: {
        figure: format.number(used),
        text:
          usedEarlier === 0
            ? t('usage.tiles.usedText')
            : t('usage.tiles.usedEarlier', {
                figure: format.number(usedEarlier),
                change: format.change(used / usedEarlier - 1),
              }),
        picture: line(
          all.map(creditsUsedOn),
          undefined,
          usedEarlier > 0 ? earlierDays.map(creditsUsedOn) : [],
        ),
      },
      valid: {
        figure: verified > 0 ? format.share(sumBy(all, (day) => day.valid) / verified) : '–',
        text:
          verified > 0 && verifiedEarlier > 0
            ? t('usage.tiles.validEarlier', {
                share: format.share(sumBy(earlierDays, (day) => day.valid) / verifiedEarlier),
              })
            : t(`usage.tiles.${verified === 0 ? 'validNone' : 'validText'}`, { count: verified }),
        picture: shares.length > 1 && line(shares, shares.length),
      },
      left: {
        figure: format.number(credits),
        text: t(
          `usage.tiles.${left === undefined ? 'leftNone' : left === 0 ? 'leftSoon' : 'leftText'}`,
          {
            count: left ?? 0,
          },
        ),
        picture: line(all.map(({ balance }) => balance)),
      },
    };
  };
  const tileContents = days && tilesOf(days);
  const columns = useDayColumns();
  const validColumn = {
    label: t('usage.tiles.valid'),
    numeric: true,
    cell: ({ verified, valid }: DailyUsage) =>
      verified === 0 ? '–' : format.share(valid / verified),
  };
  return (
    <Tiles
      label={t('usage.tiles.title')}
      tiles={[
        { title: t('usage.tiles.used'), ...tileContents?.used },
        { title: t('usage.tiles.valid'), ...tileContents?.valid },
        { title: t('usage.tiles.left'), ...tileContents?.left },
      ]}
    >
      {days && (
        <ChartTable
          title={t('usage.tiles.title')}
          rows={days}
          keyOf={({ day }) => day}
          columns={[...columns, validColumn]}
        />
      )}
    </Tiles>
  );
}
