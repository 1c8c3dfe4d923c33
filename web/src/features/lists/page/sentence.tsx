import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import { CATEGORIES } from '../row/categories.ts';
import styles from './list-page.module.css';

/** What a list came to, in one sentence. */
export function Sentence({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const parts = CATEGORIES.filter((category) => list[category] > 0).map((category) =>
    t(`list.outcome.${category}`, { figure: list[category] }),
  );
  return (
    <p className={`headline ${styles.sentence}`}>
      {parts.length === 0 ? t('list.nothing') : parts.join(', ')}
    </p>
  );
}
