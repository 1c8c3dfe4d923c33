import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { adminRoutes, type WeeklyFiguresRow } from '../../../../shared/contract/admin.ts';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/use-format.ts';
import { ChartTable } from '../../ui/chart/chart-table.tsx';
import { ChartBody } from '../../ui/chart/chart-body.tsx';
import { Tiles } from '../../ui/chart/tiles.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';

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
          picture: rows && (
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
