import { useTranslation } from 'react-i18next';
import { VERDICT_KINDS, type VerdictKind } from '../../../../../shared/model/verdict.ts';
import styles from './result-bar.module.css';
import { slicesOf } from '../../../ui/chart/slices.ts';

interface Props {
  list: Readonly<Record<VerdictKind | 'processed', number>>;
}

export function ResultBar({ list }: Props) {
  const { t } = useTranslation();
  const partsOf = useVerdictCountsText();
  const label = t('list.sentence', { count: list.processed, parts: partsOf(list) });
  return (
    <svg className={styles.bar} role="img" aria-label={label}>
      <VerdictSlices counts={list} />
    </svg>
  );
}

function useVerdictCountsText(): (counts: Readonly<Record<VerdictKind, number>>) => string {
  const { t } = useTranslation();
  return (counts) =>
    VERDICT_KINDS.map((kind) => t(`list.part.${kind}`, { count: counts[kind] })).join(', ');
}

interface PartsProps {
  counts: Readonly<Record<VerdictKind, number>>;
  /** Number of addresses that have no verdict yet. */
  remaining?: number;
}

export function VerdictSlices({ counts, remaining = 0 }: PartsProps) {
  const verdicts = VERDICT_KINDS.map((name) => [name, counts[name]] as const);
  return slicesOf([...verdicts, ['rest', remaining] as const]).map(({ name, start, length }) => (
    <rect
      key={name}
      className={styles.part}
      data-tone={name}
      x={`${start}%`}
      width={`${length}%`}
      height="100%"
    />
  ));
}
