import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageButton } from '../../ui/button/link-button.tsx';
import { Tooltip } from '../../ui/popup/tooltip.tsx';
import styles from './usage.module.css';

interface Props {
  month: string;
  hrefOf: (month: string) => string;
}

/** Links to the previous and the next month, unless the next one is in the future. */
export function MonthNavigation({ month, hrefOf }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const adjacentMonth = (step: number): string => {
    const day = new Date(`${month}-01`);
    day.setUTCMonth(day.getUTCMonth() + step);
    return day.toISOString().slice(0, 7);
  };
  const monthLink = (to: string, icon: 'previous' | 'next', label: string) =>
    icon === 'previous' || to <= new Date().toISOString() ? (
      <Tooltip text={label}>
        {() => (
          <PageButton variant="quiet" to={hrefOf(to)} aria-label={label}>
            <Icon name={icon} />
          </PageButton>
        )}
      </Tooltip>
    ) : (
      <span className={styles.off}>
        <Icon name={icon} />
      </span>
    );
  return (
    <nav aria-label={t('usage.months')} className={styles.months}>
      {monthLink(adjacentMonth(-1), 'previous', t('usage.before'))}
      <h2>{format.month(month)}</h2>
      {monthLink(adjacentMonth(1), 'next', t('usage.after'))}
    </nav>
  );
}
