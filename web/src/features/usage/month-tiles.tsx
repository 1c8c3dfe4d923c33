import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { useFormat } from '../../lib/use-format.ts';
import { ChartTable } from '../../ui/chart/chart.tsx';
import { ChartBody } from '../../ui/chart/chart-body.tsx';
import { sumsByDay, type DaySum, daysLeft, daysOf, sumOf, creditsUsedOn } from './by-day.ts';
import { usageQuery } from './queries.ts';
import { Tiles } from '../../ui/chart/tiles.tsx';
import { useDayColumns } from './usage-chart.tsx';

export function MonthTiles() {
  const { t } = useTranslation();
  const format = useFormat();
  const { available_credit: credits } = useMe();
  const today = new Date().toISOString().slice(0, 10);
  const month = today.slice(0, 7);
  const { data } = useQuery(usageQuery(useApi(), month));
  const queries = useQueryClient();
  useEffect(() => {
    // A change in credits changes the usage, which nothing else refreshes on this page.
    void queries.invalidateQueries({ queryKey: ['usage', month] }, { cancelRefetch: false });
  }, [credits, month, queries]);
  const days = data && sumsByDay(month, data.rows, data.closing, today);
  const line = (numbers: readonly number[], slots = daysOf(month)) => (
    <ChartBody kind="line" columns={numbers.map((number) => [number])} slots={slots} />
  );
  const tilesOf = (all: readonly DaySum[]) => {
    const verified = sumOf(all, (day) => day.verified);
    const shares = all.flatMap((day) => (day.verified > 0 ? day.valid / day.verified : []));
    const left = daysLeft(all, credits);
    return {
      used: {
        figure: format.number(sumOf(all, creditsUsedOn)),
        text: t('usage.tiles.usedText'),
        picture: line(all.map(creditsUsedOn)),
      },
      valid: {
        figure: verified > 0 ? format.percent(sumOf(all, (day) => day.valid) / verified) : '–',
        text: t(`usage.tiles.${verified === 0 ? 'validNone' : 'validText'}`, { count: verified }),
        picture: verified > 0 && line(shares, shares.length),
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
    cell: ({ verified, valid }: DaySum) =>
      verified === 0 ? '–' : format.percent(valid / verified),
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
