import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import { CREDITS_PER_EMAIL } from '../../../../../shared/model/credits.ts';
import { isFinalStatus, LIST_STATUS } from '../../../../../shared/model/list-status.ts';
import { SAMPLE_LIST_ID } from '../../../../../shared/model/sample-list.ts';
import { useApi } from '../../../lib/api.ts';
import { useMe } from '../../../lib/me.ts';
import { pricingPathFor } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button/button.tsx';
import { PageButton } from '../../../ui/button/link-button.tsx';
import { useDownload } from '../row/download.tsx';
import { isExpired } from '../row/status-view.ts';
import styles from '../list-page.module.css';
import { RecheckOutcome } from './recheck.tsx';
import { showRecheck } from './show-recheck.ts';

/** Offers to verify the suggested corrections, and shows the progress and the verdicts. */
export function Corrections({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const download = useDownload(list);
  const { recheck, suggested, corrected } = list;
  const outcome = recheck?.corrections ? recheck : undefined;
  const count = suggested - corrected;
  const canVerify = count > 0 && (!recheck || isFinalStatus(recheck.status));
  const isAvailable = list.status === LIST_STATUS.finished && !isExpired(list);
  if (list.id === SAMPLE_LIST_ID || !isAvailable || (!outcome && !canVerify)) return null;
  return (
    <div className={`panel ${styles.panel} ${styles.recheck} ${outcome ? '' : 'unprinted'}`}>
      {outcome && <RecheckOutcome recheck={outcome} />}
      {outcome && corrected > 0 && (
        <Button
          icon="tray"
          className="unprinted"
          busy={download.isPending}
          onClick={() => download.mutate({ type: 'all', only: 'suggested', duplicates: false })}
        >
          {t('list.corrections.take')}
        </Button>
      )}
      {canVerify && <Offer list={list} count={count} isFirst={!outcome} />}
    </div>
  );
}

interface OfferProps {
  list: ListDetail;
  count: number;
  /** Whether to explain the cost and the result. */
  isFirst: boolean;
}

function Offer({ list, count, isFirst }: OfferProps) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const { available_credit: available } = useMe();
  const missing = count * CREDITS_PER_EMAIL - available;
  const verify = useMutation({
    mutationFn: () => api(listRoutes.verifyCorrections, { params: { id: list.id } }),
    onSuccess: ({ data }) => showRecheck(queries, list, data),
  });
  return (
    <>
      {isFirst && (
        <p className={`muted ${styles.status}`}>
          {t('list.corrections.text', { count })}{' '}
          {missing > 0 && t('list.recheck.missing', { count: missing })}
        </p>
      )}
      <div className="unprinted">
        {missing > 0 ? (
          <PageButton to={pricingPathFor(missing)}>{t('lists.details.buy')}</PageButton>
        ) : (
          <Button busy={verify.isPending} onClick={() => verify.mutate()}>
            {t('list.corrections.ask', { count })}
          </Button>
        )}
      </div>
    </>
  );
}
