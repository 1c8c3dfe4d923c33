import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/use-format.ts';
import { Picture } from '../../../ui/chart/picture.tsx';

/** How many addresses have which score. @param counts of 0 to 9, 10 to 19, … 90 to 100 */
export function Scores({ counts }: { counts: readonly number[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const title = t('list.take.column.score');
  const rows = counts.map((count, ten) => ({
    name: `${10 * ten}–${ten === 9 ? 100 : 10 * ten + 9}`,
    count,
  }));
  return (
    <Picture
      title={title}
      series={[
        { kind: 'bars', title: t('list.addresses'), columns: counts.map((count) => [count]) },
      ]}
      names={rows.map(({ name }) => name)}
      ends={['0', '100']}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { name: 'score', label: title, heading: true, cell: ({ name }) => name },
        {
          name: 'count',
          label: t('list.addresses'),
          numeric: true,
          cell: ({ count }) => format.number(count),
        },
      ]}
    >
      <p className="muted">{t('list.scores')}</p>
    </Picture>
  );
}
