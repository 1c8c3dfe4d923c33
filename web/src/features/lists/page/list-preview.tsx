import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { pricingPathFor } from '../../../lib/paths.ts';
import { usePackOffer } from '../../../lib/price.ts';
import { useCheckout } from '../../../lib/use-checkout.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { CreditsText, useMissingCredits } from '../row/credits-text.tsx';
import styles from '../list-page.module.css';
import { isSampling, previewedCount } from '../row/expected-result.ts';
import { ariaLiveFor, usePreviewText } from '../preview/preview-text.ts';
import { usePendingPurchase } from '../preview/use-pending-purchase.ts';

/**
 * Refetches the balance when the number of needed credits changes, and returns whether it is
 * current. The preview has just reserved credits, so with the former balance, the offered packs
 * would leave the list short of credits.
 */
function useCurrentBalance(needed: number): boolean {
  const queries = useQueryClient();
  const [readFor, setReadFor] = useState<number>();
  useEffect(() => {
    void queries.refetchQueries({ queryKey: ['me'] }).then(() => setReadFor(needed));
  }, [needed, queries]);
  return readFor === needed;
}

export function ListPreview({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const previewText = usePreviewText();
  const missing = useMissingCredits(list);
  const isCurrent = useCurrentBalance(list.credits_needed);
  const offer = usePackOffer(isCurrent ? missing : 0);
  const checkout = useCheckout(list.id);
  const purchase = usePendingPurchase(list.id);
  return (
    <section className={styles.status}>
      {purchase && (
        <div role="status">
          <Notice tone={purchase === 'late' ? 'risky' : 'valid'}>
            {t(`lists.paid.${purchase}`)}
          </Notice>
        </div>
      )}
      <p className="headline" aria-live={ariaLiveFor(list)}>
        {previewedCount(list) > 0 ? previewText(list) : !purchase && <CreditsText row={list} />}
      </p>
      {!purchase && missing > 0 && (
        <p className={`unprinted wrap ${styles.rest} ${styles.help}`}>
          {offer && (
            <Button
              variant="primary"
              busy={checkout.isPending}
              onClick={() => checkout.mutate(offer.packs)}
            >
              {t('list.rest', { count: list.credits_needed, price: offer.price })}
            </Button>
          )}
          <Link to={pricingPathFor(missing)}>{t(offer ? 'list.prices' : 'lists.details.buy')}</Link>
        </p>
      )}
      {!purchase && (
        <>
          {!isSampling(list) && (
            <p className={styles.word}>
              <Icon name="pause" />
              {t('lists.status.paused')}
            </p>
          )}
          <p className="muted">
            {missing > 0 ? t('list.advice.insufficient_credit') : t('lists.details.enough')}
          </p>
        </>
      )}
    </section>
  );
}
