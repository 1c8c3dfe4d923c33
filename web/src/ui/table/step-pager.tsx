import { useTranslation } from 'react-i18next';
import { HintedButton } from '../popup/hinted-button.tsx';
import styles from './step-pager.module.css';

interface Props {
  label: string;
  current: number;
  last: number;
  onPage: (page: number) => void;
}

/** Buttons to page through content without URLs. Renders nothing if there is only one page. */
export function StepPager({ label, current, last, onPage }: Props) {
  const { t } = useTranslation();
  if (last <= 1) return null;
  const step = (page: number, name: 'previous' | 'next') => (
    <HintedButton
      icon={name}
      label={t(`common.${name}`)}
      disabled={page < 1 || page > last}
      onClick={() => onPage(page)}
    />
  );
  return (
    <nav aria-label={label} className={styles.pager}>
      {step(current - 1, 'previous')}
      <span role="status">{t('common.pageOf', { page: current, last })}</span>
      {step(current + 1, 'next')}
    </nav>
  );
}
