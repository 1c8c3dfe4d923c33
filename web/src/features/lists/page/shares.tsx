import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { VERDICT_KINDS } from '../../../../../shared/model/verdict.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import { ChartTable } from '../../../ui/chart/chart-table.tsx';
import { VerdictSlices } from '../row/result-bar.tsx';
import styles from './shares.module.css';

type Share = ListDetail['domains'][number];

const sizeOf = (share: Share): number => VERDICT_KINDS.reduce((sum, kind) => sum + share[kind], 0);

interface Props {
  title: string;
  kind: string;
  shares: readonly Share[];
  /** Number of addresses in the whole list. */
  total: number;
  nameOf?: (name: string) => string;
  onChoose?: ((name: string) => void) | undefined;
}

export function VerdictShares({
  title,
  kind: label,
  shares,
  total,
  nameOf = (name) => name,
  onChoose,
}: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const sizes = shares.map(sizeOf);
  const others = Math.max(0, total - sizes.reduce((sum, size) => sum + size, 0));
  return (
    <Card title={title}>
      <ol className={styles.shares}>
        {shares.map((share, index) => {
          const count = sizes[index] ?? 0;
          const name = nameOf(share.name);
          return (
            <li key={share.name}>
              {onChoose ? (
                <button
                  type="button"
                  className={`linked ${styles.name}`}
                  title={t('list.onlyDomain', { name })}
                  onClick={() => onChoose(share.name)}
                >
                  {name}
                </button>
              ) : (
                <span>{name}</span>
              )}
              <span className={styles.percent}>
                {format.number(count)} ·{' '}
                {t('list.shareValid', { share: format.share(share.valid / count) })}
              </span>
              <svg className={styles.bar} aria-hidden="true">
                <VerdictSlices counts={share} />
              </svg>
            </li>
          );
        })}
        {others > 0 && (
          <li>
            <span className="muted">{t('list.others')}</span>
            <span className={styles.percent}>{format.number(others)}</span>
          </li>
        )}
      </ol>
      <ChartTable
        title={title}
        rows={shares}
        keyOf={(share) => share.name}
        columns={[
          { label, heading: true, cell: (share) => nameOf(share.name) },
          ...VERDICT_KINDS.map((kind) => ({
            label: t(`lists.details.part.${kind}`),
            numeric: true,
            cell: (share: Share) => share[kind],
          })),
        ]}
      />
    </Card>
  );
}
