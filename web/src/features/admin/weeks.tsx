import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { adminRoutes, type WeekRow } from '../../../../shared/contract/admin.ts';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Behind } from '../../ui/chart/picture.tsx';
import { Plot } from '../../ui/chart/plot.tsx';
import { Tiles } from '../../ui/chart/tiles.tsx';
import { Loaded } from '../../ui/table/loaded.tsx';

/** The service week by week: who came, what was verified, what was paid. */
export function Weeks() {
  const { t } = useTranslation();
  const format = useFormat();
  const api = useApi();
  const weeks = useQuery({
    queryKey: ['weeks'],
    queryFn: async ({ signal }) => (await api(adminRoutes.weeklyFigures, {}, { signal })).data,
  });
  const rows = weeks.data;
  const figures = [
    { name: 'signups', words: format.number },
    { name: 'verified', words: format.number },
    { name: 'revenue_cents', words: format.euros },
  ] as const;
  const told = (row: WeekRow | undefined, { name, words }: (typeof figures)[number]): string => {
    const figure = row?.[name] ?? null;
    return figure === null ? '–' : words(figure);
  };
  return (
    <Loaded query={weeks} failed={t('admin.weeks.failed')}>
      <Tiles
        label={t('admin.weeks.title')}
        tiles={figures.map((figure) => ({
          name: figure.name,
          title: t(`admin.weeks.${figure.name}`),
          ...(rows && {
            figure: told(rows.at(-1), figure),
            text: t('admin.weeks.before', { figure: told(rows.at(-2), figure) }),
            picture: (
              <Plot
                kind="bars"
                columns={rows.map((row) => [row[figure.name] ?? 0])}
                tips={rows.map((row) => `${format.day(row.week)}: ${told(row, figure)}`)}
              />
            ),
          }),
        }))}
      >
        {rows && (
          <Behind
            title={t('admin.weeks.title')}
            rows={rows}
            keyOf={({ week }) => week}
            columns={[
              {
                name: 'week',
                label: t('admin.weeks.week'),
                heading: true,
                cell: ({ week }) => format.day(week),
              },
              ...figures.map((figure) => ({
                name: figure.name,
                label: t(`admin.weeks.${figure.name}`),
                numeric: true,
                cell: (row: WeekRow) => told(row, figure),
              })),
            ]}
          />
        )}
      </Tiles>
    </Loaded>
  );
}
