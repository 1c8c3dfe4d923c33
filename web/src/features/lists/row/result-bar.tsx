import { useTranslation } from 'react-i18next';
import { VERDICT_KINDS, type VerdictKind } from '../../../../../shared/model/verdict.ts';
import styles from './result-bar.module.css';
import { slicesOf } from './slices.ts';

interface Props {
  list: Readonly<Record<VerdictKind | 'processed', number>>;
}

/** The four counts as parts of one bar, grey before the first. Its sentence says all it shows. */
export function ResultBar({ list }: Props) {
  const { t } = useTranslation();
  const partsOf = usePartsText();
  const { processed: count } = list;
  const label =
    count === 0 ? t('list.nothing') : t('list.sentence', { count, parts: partsOf(list) });
  return (
    <svg className={styles.bar} role="img" aria-label={label}>
      <Parts counts={list} />
    </svg>
  );
}

/** The four counts in words, each in its own number. */
export function usePartsText(): (counts: Readonly<Record<VerdictKind, number>>) => string {
  const { t } = useTranslation();
  return (counts) =>
    VERDICT_KINDS.map((kind) => t(`list.part.${kind}`, { count: counts[kind] })).join(', ');
}

interface PartsProps {
  counts: Readonly<Record<VerdictKind, number>>;
  /** How many have no verdict yet. */
  rest?: number;
}

/** The parts of a bar, one for each verdict, and grey for the rest. */
export function Parts({ counts, rest = 0 }: PartsProps) {
  const verdicts = VERDICT_KINDS.map((name) => [name, counts[name]] as const);
  return slicesOf([...verdicts, ['rest', rest] as const]).map(({ name, start, length }) => (
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
