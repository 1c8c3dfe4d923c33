import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import { pricesFor } from '../../../lib/paths.ts';
import { usePackOffer } from '../../../lib/price.ts';
import { LinkButton, PageButton } from '../../../ui/button/link-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { CreditsText, useMissingCredits } from '../row/credits-text.tsx';
import styles from './list-page.module.css';
import { previewedCount } from '../row/expected.ts';
import { ariaLiveFor, usePreviewText } from './preview-text.ts';

/** Expected result of a waiting list, the price of the rest, and next steps. */
export function ListPreview({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const previewText = usePreviewText();
  const missing = useMissingCredits(list);
  // A single pack has a direct payment link; for several packs, there is a card each.
  const offer = usePackOffer(missing);
  const restLabel = offer && t('list.rest', { count: list.credits_needed, price: offer.price });
  return (
    <section className={styles.status}>
      <p className="headline" aria-live={ariaLiveFor(list)}>
        {previewedCount(list) > 0 ? previewText(list) : <CreditsText row={list} />}
      </p>
      {missing > 0 && (
        <p className={`unprinted wrap ${styles.rest} ${styles.help}`}>
          {offer?.url === undefined ? (
            <PageButton variant="primary" to={pricesFor(missing)}>
              {restLabel ?? t('lists.details.buy')}
            </PageButton>
          ) : (
            <>
              <LinkButton variant="primary" href={offer.url}>
                {restLabel}
              </LinkButton>
              <Link to={pricesFor(missing)}>{t('list.prices')}</Link>
            </>
          )}
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
