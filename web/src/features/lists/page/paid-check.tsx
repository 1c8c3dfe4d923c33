import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ListDetail, Recheck } from '../../../../../shared/contract/list-detail.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import { CREDITS_PER_EMAIL } from '../../../../../shared/model/credits.ts';
import { isFinalStatus, LIST_STATUS } from '../../../../../shared/model/list-status.ts';
import { useApi } from '../../../lib/api.ts';
import { useMay, useMe } from '../../../lib/me.ts';
import { Button } from '../../../ui/button/button.tsx';
import { BuyLink } from '../../../ui/button/link-button.tsx';
import styles from './composer.module.css';

interface Props {
  list: ListDetail;
  kind: 'corrections' | 'recheck';
}

/** Offers to verify the suggested corrections or the unknown addresses, and shows the progress. */
export function PaidCheck({ list, kind }: Props) {
  const { recheck, suggested, corrected, unknown } = list;
  const may = useMay();
  const count = kind === 'corrections' ? Math.max(0, suggested - corrected) : unknown;
  const isIdle = !recheck || isFinalStatus(recheck.status);
  const isOfKind = Boolean(recheck?.corrections) === (kind === 'corrections');
  return (
    <>
      {/* Earlier versions could remove addresses by a recheck, which verified none. */}
      {recheck && isOfKind && recheck.total_email > 0 && <Outcome recheck={recheck} kind={kind} />}
      {isIdle && count > 0 && may('member') && <Offer list={list} kind={kind} count={count} />}
    </>
  );
}

function Offer({ list: { id }, kind, count }: Props & { count: number }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const { available_credit: available } = useMe();
  const missing = count * CREDITS_PER_EMAIL - available;
  const route = listRoutes[kind === 'corrections' ? 'verifyCorrections' : 'recheckFile'];
  const check = useMutation({
    mutationFn: () => api(route, { params: { id } }),
    onSuccess({ data: recheck }) {
      queries.setQueryData<ListDetail>(['list', id], (before) => before && { ...before, recheck });
      return queries.invalidateQueries({ queryKey: ['list', id] });
    },
  });
  return (
    <div className={`unprinted ${styles.offer}`}>
      {missing > 0 ? (
        <BuyLink credits={missing} />
      ) : (
        <Button busy={check.isPending} onClick={() => check.mutate()}>
          {t(`paidCheck.${kind}.ask`, { count })}
        </Button>
      )}
      <p className="small muted">
        {t(`paidCheck.${kind}.price`, { count })}{' '}
        {missing > 0 && t('paidCheck.recheck.missing', { count: missing })}
      </p>
    </div>
  );
}

function Outcome({ recheck, kind }: Pick<Props, 'kind'> & { recheck: Recheck }) {
  const { t } = useTranslation();
  const { available_credit: available } = useMe();
  const { status, reason, total_email: total, processed, unknown, valid } = recheck;
  const { credits_needed: needed, credits_charged: credits } = recheck;
  const figures = { count: total, answered: processed - unknown, valid, credits };
  if (status === LIST_STATUS.finished)
    return <p className="small muted">{t(`paidCheck.${kind}.ended`, figures)}</p>;
  if (status === LIST_STATUS.canceled)
    return <p className="small muted">{t(`paidCheck.${kind}.canceled`)}</p>;
  const running = t(`paidCheck.${kind}.running`, figures);
  return (
    <div role="status" className={styles.running}>
      <p>{running}</p>
      {status !== LIST_STATUS.paused && (
        <progress value={total === 0 ? 0 : processed / total} aria-label={running} />
      )}
      {status === LIST_STATUS.paused && (
        <p className={`unprinted ${styles.offer}`}>
          {reason === 'insufficient_credit' ? (
            <>
              {t('paidCheck.recheck.waits', { count: needed })}{' '}
              <BuyLink credits={needed - available} />
            </>
          ) : (
            t(`list.advice.${reason === 'daily_limit' ? reason : 'account_inactive'}`)
          )}
        </p>
      )}
    </div>
  );
}
