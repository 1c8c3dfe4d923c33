import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toneIcons } from '../../../ui/notice.tsx';
import styles from './scores.module.css';

/** Addresses with a lower score nearly always bounce. */
const MIN_MAILABLE_SCORE = 10;

/**
 * Best first: valid addresses have at least 90; addresses in the last range nearly always bounce.
 */
const BANDS = [
  { tone: 'valid', from: 90, to: 100 },
  { tone: 'risky', from: MIN_MAILABLE_SCORE, to: 89 },
  { tone: 'invalid', from: 0, to: MIN_MAILABLE_SCORE - 1 },
] as const;

/** A histogram of scores in bins of ten: 0 to 9, 10 to 19, … 90 to 100. */
export function ScoreHistogram({ scores }: Pick<ListDetail, 'scores'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const title = t('list.take.column.score');
  const countIn = (from: number, to: number): number =>
    scores.reduce((sum, { score, count }) => sum + (score >= from && score <= to ? count : 0), 0);
  const bins = Array.from({ length: 10 }, (_, bin) => {
    const [from, to] = [10 * bin, bin === 9 ? 100 : 10 * bin + 9];
    const tone = BANDS.find((band) => from >= band.from)?.tone ?? 'invalid';
    return { name: `${from}–${to}`, count: countIn(from, to), tone };
  });
  return (
    <Chart
      title={title}
      series={[
        {
          kind: 'bars',
          title: t('list.addresses'),
          columns: bins.map(({ count }) => [count]),
          tones: bins.map(({ tone }) => tone),
        },
      ]}
      names={bins.map(({ name }) => name)}
      axis={['0', '20', '40', '60', '80', '100']}
      namesLabel={title}
    >
      <p className="muted">{t('list.scores')}</p>
      <ul className={styles.bands}>
        {BANDS.map(({ tone, from, to }) => (
          <li key={tone} data-tone={tone}>
            <Icon name={toneIcons[tone]} />
            <span>
              <strong>{format.share(countIn(from, to) / countIn(0, 100))}</strong>{' '}
              {t(`list.band.${tone}`)}{' '}
              <span className="muted">
                ({from}–{to})
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Chart>
  );
}
