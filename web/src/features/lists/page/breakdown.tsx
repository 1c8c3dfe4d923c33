import { useTranslation } from 'react-i18next';
import type { RowFilter } from '../../../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import {
  KIND_BY_STATUS,
  VERDICT_STATUSES,
  type VerdictKind,
} from '../../../../../shared/model/verdict.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { toneIcons } from '../../../ui/notice.tsx';
import styles from './breakdown.module.css';
import { CountUp } from '../row/count-up.tsx';
import { reasonsByFrequency } from '../row/reasons-by-frequency.ts';
import { ResultBar } from '../row/result-bar.tsx';

interface Props {
  list: Pick<ListDetail, VerdictKind | 'processed' | 'reasons'>;
  filter: RowFilter;
  /** Shows the rows with a verdict or reason; undefined if there are no rows to show. */
  onChoose: ((filter: RowFilter) => void) | undefined;
}

export function Breakdown({ list, filter, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <section className={styles.breakdown} aria-label={t('list.answers')}>
      <ResultBar list={list} />
      <ul className={styles.categories}>
        {VERDICT_STATUSES.map((status) => {
          const kind = KIND_BY_STATUS[status];
          const reasons = reasonsByFrequency(status, list.reasons);
          return (
            <li key={kind} data-tone={kind}>
              <Line
                kind={kind}
                label={t(`lists.details.part.${kind}`)}
                count={list[kind]}
                total={list.processed}
                pressed={filter.status === status}
                onChoose={onChoose && (() => onChoose({ status }))}
              />
              <ul>
                {reasons.map(([reason, count]) => (
                  <li key={reason}>
                    <Line
                      label={t(`checks.reason.${reason}`)}
                      count={count}
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
  kind?: VerdictKind;
  label: string;
  count: number;
  total: number;
  pressed: boolean;
  onChoose: (() => void) | undefined;
}

function Line({ kind, label, count, total, pressed, onChoose }: LineProps) {
  const format = useFormat();
  const content = (
    <>
      {kind && <Icon name={toneIcons[kind]} />}
      <span className={styles.label}>{label}</span>
      <span className={styles.figure}>
        <CountUp value={count} />
      </span>
      <span className={styles.share}>{format.share(total === 0 ? 0 : count / total)}</span>
      {kind === undefined && (
        <svg className={styles.bar} aria-hidden="true">
          <rect width="100%" height="100%" className={styles.ground} />
          <rect width={`${(100 * count) / total}%`} height="100%" className={styles.part} />
        </svg>
      )}
    </>
  );
  const className = `${styles.line} ${kind ? styles.head : ''}`;
  if (onChoose === undefined || count === 0) return <p className={className}>{content}</p>;
  return (
    <button type="button" className={className} aria-pressed={pressed} onClick={onChoose}>
      {content}
    </button>
  );
}
