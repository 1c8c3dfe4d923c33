import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../../../shared/contract/lists.ts';
import { useFormat } from '../../../../lib/use-format.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { toneIcons } from '../../../../ui/notice.tsx';
import styles from './breakdown.module.css';
import { CATEGORIES, reasonsIn, type Category } from './categories.ts';
import { ResultBar } from './result-bar.tsx';

/** The verdicts about the addresses of a list: a bar, its legend, and the reasons behind. */
export function Breakdown({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  return (
    <section className={styles.breakdown} aria-label={t('lists.details.answers')}>
      <ResultBar list={list} />
      <ul className={styles.categories}>
        {CATEGORIES.map((category) => (
          <li key={category}>
            <Line
              category={category}
              label={t(`lists.details.part.${category}`)}
              count={list[category]}
              total={list.processed}
            />
            <ul>
              {reasonsIn(category, list.reasons).map(([reason, count]) => (
                <li key={reason}>
                  <Line label={t(`checks.reason.${reason}`)} count={count} total={list.processed} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LineProps {
  /** Given for the line of a whole category. */
  category?: Category;
  label: string;
  count: number;
  total: number;
}

function Line({ category, label, count, total }: LineProps) {
  const format = useFormat();
  const share = total === 0 ? 0 : count / total;
  return (
    <p className={`${styles.line} ${category ? styles[category] : ''}`}>
      {category !== undefined && <Icon name={toneIcons[category]} />}
      <span className={styles.label}>{label}</span>
      <span>{format.number(count)}</span>
      <span className={styles.share}>
        {share > 0 && share < 0.01 ? `<\u00a0${format.percent(0.01)}` : format.percent(share)}
      </span>
    </p>
  );
}
