import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageButton } from '../../ui/button/link-button.tsx';
import styles from './usage.module.css';

interface Props {
  /** `2026-11`. */
  month: string;
  /** The address of a month. */
  hrefOf: (month: string) => string;
}

/** The month that is shown, and the way to those beside it. There is none after this month. */
export function Months({ month, hrefOf }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const beside = (step: number): string => {
    const day = new Date(`${month}-01`);
    day.setUTCMonth(day.getUTCMonth() + step);
    return day.toISOString().slice(0, 7);
  };
  const next = beside(1);
  return (
    <nav aria-label={t('usage.months')} className={styles.months}>
      <PageButton
        variant="quiet"
        to={hrefOf(beside(-1))}
        aria-label={t('usage.before')}
        title={t('usage.before')}
      >
        <Icon name="previous" />
      </PageButton>
      <h2>{format.month(month)}</h2>
      {next <= new Date().toISOString().slice(0, 7) ? (
        <PageButton
          variant="quiet"
          to={hrefOf(next)}
          aria-label={t('usage.after')}
          title={t('usage.after')}
        >
          <Icon name="next" />
        </PageButton>
      ) : (
        <span className={styles.off}>
          <Icon name="next" />
        </span>
      )}
    </nav>
  );
}
