import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import { pricesFor } from '../../../lib/paths.ts';
import { usePackPrice } from '../../../lib/price.ts';
import { PageButton } from '../../../ui/button/link-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useMissing } from '../row/credits-text.tsx';
import styles from './list-page.module.css';
import { useLookText } from './look-text.ts';

/** A list that waits for credits: what it will come to, what the rest costs, and how it goes on. */
export function FirstLook({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const lookText = useLookText();
  const missing = useMissing(list);
  const price = usePackPrice(missing);
  return (
    <section className={styles.status}>
      <p className="headline" aria-live="polite">
        {lookText(list)}
      </p>
      {missing > 0 && (
        <p className={`unprinted ${styles.rest}`}>
          <PageButton variant="primary" to={pricesFor(missing)}>
            {price === undefined
              ? t('lists.details.buy')
              : t('list.rest', { count: list.credits_needed, price })}
          </PageButton>
        </p>
      )}
      <p className={styles.word}>
        <Icon name="pause" />
        {t('lists.status.paused')}
      </p>
      <p className="muted">
        {missing > 0 ? t('list.advice.insufficient_credit') : t('lists.details.enough')}
      </p>
    </section>
  );
}
