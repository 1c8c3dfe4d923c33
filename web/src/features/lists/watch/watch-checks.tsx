import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Chart } from '../../../ui/chart/chart.tsx';

export function WatchChecks({ checks }: { checks: NonNullable<ListDetail['checks']> }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  return (
    <Chart
      title={t('list.watch.history')}
      series={(['valid', 'gone', 'gained'] as const).map((name) => ({
        kind: name === 'valid' ? 'line' : 'bars',
        title: t(`list.watch.${name}`),
        columns: checks.map((check) => [check[name]]),
      }))}
      names={checks.map(({ end_date }) => date(end_date))}
      namesLabel={t('list.watch.date')}
    />
  );
}
