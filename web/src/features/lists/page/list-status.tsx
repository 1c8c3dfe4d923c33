import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { isShortOfCredits, isExpired, progressOf, statusViewOf } from '../row/status-view.ts';
import type { ListReason } from '../../../../../shared/model/list-status.ts';
import { MAX_ADDRESSES, MAX_UPLOAD_BYTES } from '../../../../../shared/model/upload-limits.ts';
import { translateMessage } from '../../../i18n/i18n.ts';
import { useConfig } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProgressText } from '../row/progress-text.tsx';
import styles from '../list-page.module.css';
import { useMay } from '../../../lib/me.ts';
import { usePackOffer } from '../../../lib/price.ts';
import { useCheckout } from '../../../lib/use-checkout.ts';
import { Button } from '../../../ui/button/button.tsx';
import { BuyLink } from '../../../ui/button/link-button.tsx';
import { CreditsText, useMissingCredits } from '../row/credits-text.tsx';
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

function ListPreview({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const previewText = usePreviewText();
  const missing = useMissingCredits(list);
  const isCurrent = useCurrentBalance(list.credits_needed);
  const may = useMay();
  const offer = usePackOffer(isCurrent && may('billing') ? missing : 0);
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
      {!purchase && missing > 0 && !isSampling(list) && (
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
          <BuyLink As={Link} credits={missing} label={offer && t('list.prices')} />
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

function StatusText({ row }: { row: ListDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, icon, progress } = statusViewOf(row.status);
  const progressShare = progressOf(row);
  return (
    <section className={styles.status}>
      <p className={styles.word}>
        <Icon name={icon} />
        {t(`lists.status.${name}`)}
        {progress && ` ${format.percent(progressShare)}`}
      </p>
      {row.credits_returned !== undefined && (
        <p>{t('list.misread.canceled', { figure: row.credits_returned })}</p>
      )}
      {row.reason === null ? (
        <p className="muted">
          {isExpired(row) ? t('lists.details.gone') : t(`lists.message.${name}`)}
        </p>
      ) : (
        <ReasonNotice row={row} reason={row.reason} />
      )}
      {progress && (
        <>
          <progress
            value={progressShare}
            aria-label={t('lists.progress', { name: row.file_name })}
          />
          <p>
            <ProgressText row={row} />
          </p>
        </>
      )}
      {icon === 'ring' && <p className="muted">{t('lists.details.leave')}</p>}
    </section>
  );
}

function ReasonNotice({ row, reason }: { row: ListDetail; reason: ListReason }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { links } = useConfig();
  return (
    <>
      <Notice tone={statusViewOf(row.status).name === 'paused' ? 'risky' : 'invalid'}>
        <strong>{translateMessage(`reason.${reason}`)}.</strong>
        <p>
          {row.suggested_column !== undefined &&
            `${t('list.column', { column: row.suggested_column })} `}
          {t(`list.advice.${reason}`, {
            max: MAX_ADDRESSES,
            size: format.megabytes(MAX_UPLOAD_BYTES),
          })}
        </p>
      </Notice>
      {links.support !== undefined && (
        <p className="unprinted">
          <ExternalLink href={links.support}>{t('list.support')}</ExternalLink>
        </p>
      )}
    </>
  );
}

/**
 * One lazily loaded file contains both the preview and the status, so that the page shows no gap
 * when a paid list starts.
 */
export const ListStatusPanel = ({ list }: { list: ListDetail }) =>
  isShortOfCredits(list) ? <ListPreview list={list} /> : <StatusText row={list} />;
