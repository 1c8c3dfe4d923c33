import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import { Chart } from '../../../ui/chart/chart.tsx';

/** A histogram of scores in bins of ten: 0 to 9, 10 to 19, … 90 to 100. */
export function Scores({ scores }: Pick<ListDetail, 'scores'>) {
  const { t } = useTranslation();
  const title = t('list.take.column.score');
  const rows = Array.from({ length: 10 }, (_, bin) => {
    const [from, to] = [10 * bin, bin === 9 ? 100 : 10 * bin + 9];
    const inBin = scores.filter(({ score }) => score >= from && score <= to);
    return { name: `${from}–${to}`, count: inBin.reduce((sum, { count }) => sum + count, 0) };
  });
  return (
    <Chart
      title={title}
      series={[
        { kind: 'bars', title: t('list.addresses'), columns: rows.map(({ count }) => [count]) },
      ]}
      names={rows.map(({ name }) => name)}
      endLabels={['0', '100']}
      namesLabel={title}
    >
      <p className="muted">{t('list.scores')}</p>
    </Chart>
  );
}
