import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { PageButton } from '../../ui/button/link-button.tsx';
import styles from './buy-more.module.css';

export function BuyMore() {
  const { t } = useTranslation();
  return (
    <aside className={`between ${styles.banner}`}>
      <p>{t('lists.buyMore.text')}</p>
      <PageButton to={paths.pricing}>{t('lists.buyMore.link')}</PageButton>
    </aside>
  );
}
