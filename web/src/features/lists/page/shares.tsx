import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import { VERDICT_KINDS } from '../../../../../shared/model/verdict.ts';
import { Card } from '../../../ui/card.tsx';
import { apportion } from './apportion.ts';
import { Parts } from '../row/result-bar.tsx';
import { useShareText } from './share-text.ts';
import styles from './shares.module.css';

type Share = ListDetail['domains'][number];

const sizeOf = (share: Share): number => VERDICT_KINDS.reduce((sum, kind) => sum + share[kind], 0);

interface Props {
  title: string;
  shares: readonly Share[];
  /** Addresses of the whole list. */
  total: number;
  nameOf?: (name: string) => string;
  onChoose?: ((name: string) => void) | undefined;
}

/** Where the most addresses are, each with its share of the list and its verdicts. */
export function Shares({ title, shares, total, nameOf = (name) => name, onChoose }: Props) {
  const { t } = useTranslation();
  const shareText = useShareText();
  const sizes = shares.map(sizeOf);
  const others = Math.max(0, total - sizes.reduce((sum, size) => sum + size, 0));
  const percents = apportion([...sizes, others]);
  const longest = sizes[0] ?? 1;
  return (
    <Card title={title}>
      <ol className={styles.shares}>
        {shares.map((share, place) => {
          const count = sizes[place] ?? 0;
          const percent = shareText(percents[place] ?? 0, count);
          const name = nameOf(share.name);
          return (
            <li key={share.name}>
              {onChoose ? (
                <button
                  type="button"
                  className={styles.name}
                  title={t('list.onlyDomain', { name })}
                  onClick={() => onChoose(share.name)}
                >
                  {name}
                </button>
              ) : (
                <span>{name}</span>
              )}
              <span className={styles.percent}>{percent}</span>
              <svg
                className={styles.bar}
                role="img"
                aria-label={t('list.share', { name, percent, valid: share.valid, count })}
              >
                <svg width={`${Math.max(1, (100 * count) / longest)}%`}>
                  <Parts counts={share} />
                </svg>
              </svg>
            </li>
          );
        })}
        {others > 0 && (
          <li>
            <span className="muted">{t('list.others')}</span>
            <span className={styles.percent}>{shareText(percents.at(-1) ?? 0, others)}</span>
          </li>
        )}
      </ol>
    </Card>
  );
}
