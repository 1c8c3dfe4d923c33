import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowFilter } from '../../../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import { sharedText, withTexts } from '../../../i18n/i18n.ts';
import { useApi } from '../../../lib/api.ts';
import { lazyOptional } from '../../../lib/lazy-optional.ts';
import { useMay } from '../../../lib/me.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmButton } from '../../../ui/dialog/confirm.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from '../list-page.module.css';

const WatchDialog = lazy(async () => ({
  default: (await withTexts(import('./watch-dialog.tsx'), 'watch')).WatchDialog,
}));

/** Lazily loaded, because few lists have several checks. */
const Checks = lazyOptional(async () => (await import('./watch-checks.tsx')).WatchChecks);

interface Props {
  list: ListDetail;
  onChoose: ((only: RowFilter) => void) | undefined;
}

export function WatchPanel({ list, onChoose }: Props) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const api = useApi();
  const queries = useQueryClient();
  const mayWatch = useMay()('member');
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const { watch, watch_costs: costs, checks = [] } = list;
  if (!costs || ((costs.check === 0 || !mayWatch) && !watch)) return null;
  const refresh = () => queries.invalidateQueries({ queryKey: ['list', list.id] });
  const last = checks.at(-1);
  const isOn = watch?.stopped === null;
  const isLimitTooLow = isOn && watch.max_credits < costs.check;
  return (
    <>
      <div className={isOn ? '' : 'unprinted'}>
        <Card
          title={t(isOn ? 'list.watch.on' : 'list.watch.title')}
          aside={
            <div className="unprinted wrap">
              {isLimitTooLow && mayWatch && (
                <Button onClick={() => setIsDialogOpen(true)}>{t('list.watch.raise')}</Button>
              )}
              {last !== undefined && last.changed > 0 && onChoose && (
                <Button onClick={() => onChoose({ only: 'changed' })}>
                  {t('list.watch.show')}
                </Button>
              )}
              {!mayWatch ? null : isOn ? (
                <ConfirmButton
                  button={{ children: t('list.watch.end') }}
                  title={t('list.watch.endTitle')}
                  text={t('list.watch.endText')}
                  confirm={t('list.watch.end')}
                  call={() => api(listRoutes.unwatchList, { params: { id: list.id } })}
                  onDone={refresh}
                />
              ) : (
                <Button onClick={() => setIsDialogOpen(true)}>{t('list.watch.ask')}</Button>
              )}
            </div>
          }
        >
          <p className="muted">
            {isOn
              ? t('list.watch.next', {
                  every: t(`list.watch.each.${watch.every}`),
                  date: date(watch.next_at ?? list.created_at),
                })
              : watch?.stopped
                ? t('list.watch.stopped', { why: sharedText(`watch.${watch.stopped}`) })
                : t('list.watch.text')}
          </p>
          {isOn && last && (
            <p className="muted">
              {t(last.changed === 0 ? 'list.watch.same' : 'list.watch.found', {
                ...last,
                date: date(last.end_date),
              })}
            </p>
          )}
          {isLimitTooLow && (
            <Notice tone="risky">
              {t('list.watch.short', { credits: costs.check, limit: watch.max_credits })}
            </Notice>
          )}
        </Card>
      </div>
      {checks.length > 1 && (
        <Suspense fallback={<div className={`panel ${styles.checks}`} />}>
          <Checks checks={checks} />
        </Suspense>
      )}
      {isDialogOpen && (
        <Suspense>
          <WatchDialog {...{ list, costs, refresh }} onClose={() => setIsDialogOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
