import { useTranslation } from 'react-i18next';
import { TooltipButton } from '../popup/tooltip-button.tsx';
import styles from './step-pager.module.css';

interface Props {
  label: string;
  current: number;
  last: number;
  onPage: (page: number) => void;
}

/** A pager for pages that have no URLs. Renders nothing if there is only one page. */
export function StepPager({ label, current, last, onPage }: Props) {
  const { t } = useTranslation();
  if (last <= 1) return null;
  const stepButton = (page: number, name: 'previous' | 'next') => (
    <TooltipButton
      icon={name}
      label={t(`common.${name}`)}
      disabled={page < 1 || page > last}
      onClick={() => onPage(page)}
    />
  );
  return (
    <nav aria-label={label} className={styles.pager}>
      {stepButton(current - 1, 'previous')}
      <span role="status">{t('common.pageOf', { page: current, last })}</span>
      {stepButton(current + 1, 'next')}
    </nav>
  );
}
