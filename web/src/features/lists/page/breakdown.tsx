import { useTranslation } from 'react-i18next';
import type { RowFilter } from '../../../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { toneIcons } from '../../../ui/notice.tsx';
import { apportion } from './apportion.ts';
import styles from './breakdown.module.css';
import { CATEGORIES, type Category, reasonsIn, VERDICT_OF } from '../row/categories.ts';
import { ResultBar } from '../row/result-bar.tsx';
import { useShareText } from './share-text.ts';

interface Props {
  list: ListDetail;
  filter: RowFilter;
  /** Shows the rows of a verdict or reason; undefined where there are no rows to show. */
  onChoose: ((filter: RowFilter) => void) | undefined;
}

/** The verdicts about the addresses of a list: a bar, its legend, and the reasons behind. */
export function Breakdown({ list, filter, onChoose }: Props) {
  const { t } = useTranslation();
  const shares = apportion(CATEGORIES.map((category) => list[category]));
  return (
    <section className={styles.breakdown} aria-label={t('list.answers')}>
      <ResultBar list={list} />
      <ul className={styles.categories}>
        {CATEGORIES.map((category, place) => {
          const percent = shares[place] ?? 0;
          const status = VERDICT_OF[category];
          const reasons = reasonsIn(category, list.reasons);
          // The reasons of a verdict add up to what it has.
          const parts = apportion(
            reasons.map(([, count]) => count),
            percent,
          );
          return (
            <li key={category} data-tone={category}>
              <Line
                category={category}
                label={t(`lists.details.part.${category}`)}
                count={list[category]}
                percent={percent}
                total={list.processed}
                pressed={filter.status === status}
                onChoose={onChoose && (() => onChoose({ status }))}
              />
              <ul>
                {reasons.map(([reason, count], nth) => (
                  <li key={reason}>
                    <Line
                      label={t(`checks.reason.${reason}`)}
                      count={count}
                      percent={parts[nth] ?? 0}
                      total={list.processed}
                      pressed={filter.reason === reason}
                      onChoose={onChoose && (() => onChoose({ reason }))}
                    />
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface LineProps {
  /** Given for the line of a whole category. */
  category?: Category;
  label: string;
  count: number;
  percent: number;
  total: number;
  pressed: boolean;
  onChoose: (() => void) | undefined;
}

function Line({ category, label, count, percent, total, pressed, onChoose }: LineProps) {
  const format = useFormat();
  const shareText = useShareText();
  const words = (
    <>
      {category !== undefined && <Icon name={toneIcons[category]} />}
      <span className={styles.label}>{label}</span>
      <span className={styles.figure}>{format.number(count)}</span>
      <span className={styles.share}>{shareText(percent, count)}</span>
      {category === undefined && (
        <svg className={styles.bar} aria-hidden="true">
          <rect width="100%" height="100%" className={styles.ground} />
          <rect width={`${(100 * count) / total}%`} height="100%" className={styles.part} />
        </svg>
      )}
    </>
  );
  const className = `${styles.line} ${category ? styles.head : ''}`;
  if (onChoose === undefined || count === 0) return <p className={className}>{words}</p>;
  return (
    <button type="button" className={className} aria-pressed={pressed} onClick={onChoose}>
      {words}
    </button>
  );
}
