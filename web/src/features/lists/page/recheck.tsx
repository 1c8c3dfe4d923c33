import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ListDetail, Recheck } from '../../../../../shared/contract/list-detail.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import { CREDITS_PER_EMAIL } from '../../../../../shared/model/credits.ts';
import { isFinalStatus, LIST_STATUS } from '../../../../../shared/model/list-status.ts';
import { SAMPLE_LIST_ID } from '../../../../../shared/model/sample-list.ts';
import { useApi } from '../../../lib/api.ts';
import { useMe } from '../../../lib/me.ts';
import { pricingPathFor } from '../../../lib/paths.ts';
import { ConfirmButton } from '../../../ui/dialog/confirm.tsx';
import { PageButton } from '../../../ui/button/link-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useVerdictCountsText } from '../row/result-bar.tsx';
import styles from '../list-page.module.css';
import { showRecheck } from './show-recheck.ts';

export function RecheckPanel({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const { unknown } = list;
  // Rechecks of corrections are shown in the corrections panel instead.
  const recheck = list.recheck?.corrections ? undefined : list.recheck;
  const canRecheck = unknown > 0 && (!list.recheck || isFinalStatus(list.recheck.status));
  // Earlier versions could remove addresses by a recheck, which verified none.
  const isShown = recheck && recheck.total_email > 0;
  if (list.id === SAMPLE_LIST_ID || (!isShown && !canRecheck)) return null;
  return (
    <div className={`panel ${styles.panel} ${styles.recheck} ${isShown ? '' : 'unprinted'}`}>
      {isShown ? (
        <RecheckOutcome recheck={recheck} />
      ) : (
        <p className={`muted ${styles.status}`}>{t('list.rows.advice.unknown')}</p>
      )}
      {canRecheck && <RecheckButton list={list} />}
    </div>
  );
}

export function RecheckOutcome({ recheck }: { recheck: Recheck }) {
  const { t } = useTranslation();
  const { available_credit: available } = useMe();
  const partsOf = useVerdictCountsText();
  const { status, reason, total_email: total, processed, unknown, credits_needed } = recheck;
  const figures = { count: total, answered: processed - unknown, valid: recheck.valid };
  const kind = recheck.corrections ? 'corrections' : 'recheck';
  if (status === LIST_STATUS.finished)
    return (
      <div className={styles.status}>
        <p className={styles.word}>{t(`list.${kind}.ended`, figures)}</p>
        <p className="muted">
          {t(`list.${kind}.became`, {
            parts: partsOf(recheck),
            credits: recheck.credits_charged,
          })}
        </p>
      </div>
    );
  if (status === LIST_STATUS.canceled) return <p className="muted">{t(`list.${kind}.canceled`)}</p>;
  return (
    <div className={styles.status} role="status">
      <p className={styles.word}>{t(`list.${kind}.running`, figures)}</p>
      {status === LIST_STATUS.paused ? (
        <p className={`unprinted wrap ${styles.help}`}>
          {t(
            reason === 'insufficient_credit'
              ? 'list.recheck.waits'
              : `list.advice.${reason === 'daily_limit' ? reason : 'account_inactive'}`,
            { count: credits_needed },
          )}{' '}
          {reason === 'insufficient_credit' && (
            <PageButton to={pricingPathFor(credits_needed - available)}>
              {t('lists.details.buy')}
            </PageButton>
          )}
        </p>
      ) : (
        <>
          <progress
            value={total === 0 ? 0 : processed / total}
            aria-label={t(`list.${kind}.running`, figures)}
          />
          <p className="muted">{t('list.recheck.meanwhile')}</p>
        </>
      )}
    </div>
  );
}

function RecheckButton({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const { available_credit: available } = useMe();
  const count = { count: list.unknown };
  const missing = list.unknown * CREDITS_PER_EMAIL - available;
  return (
    <div className="unprinted">
      <ConfirmButton
        button={{ children: t('list.recheck.ask', count) }}
        title={t('list.recheck.title', count)}
        text={t('list.recheck.text', count)}
        confirm={t('list.recheck.confirm')}
        variant="primary"
        {...(missing > 0 && {
          details: <Notice tone="risky">{t('list.recheck.missing', { count: missing })}</Notice>,
          instead: (
            <PageButton variant="primary" to={pricingPathFor(missing)}>
              {t('lists.details.buy')}
            </PageButton>
          ),
        })}
        call={() => api(listRoutes.recheckFile, { params: { id: list.id } })}
        onDone={({ data }) => showRecheck(queries, list, data)}
      />
    </div>
  );
}
