import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import {
  type Delivery,
  type Endpoint,
  webhookRoutes,
} from '../../../../shared/contract/webhooks.ts';
import { useUrlView } from '../../lib/url-view.ts';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { PageButton } from '../../ui/button/link-button.tsx';
import { TooltipButton } from '../../ui/popup/tooltip-button.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import { LastResponse, DeliveryStatus } from './cells.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { deliveriesQuery } from './queries.ts';
import styles from './webhooks.module.css';

/** Cursor of the page in the URL; without one, the newest deliveries are shown. */
const pageView = z.object({
  cursor: z.catch(webhookRoutes.listDeliveries.query.shape.cursor, undefined),
});

export function Deliveries({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { view, hrefOf } = useUrlView(pageView);
  const page = useQuery(deliveriesQuery(useApi(), endpoint.id, view.cursor));
  const [open, setOpen] = useState<string>();
  const now = new Date().toISOString();
  const moment = (iso: string) => <time dateTime={iso}>{format.moment(iso, now)}</time>;
  const next = page.data?.next ?? null;
  return (
    <Card title={t('webhooks.deliveries')}>
      <p className="muted">{t('webhooks.delivery.kept')}</p>
      <QueryContent query={page} failed={t('webhooks.delivery.failed')}>
        <DataTable<Delivery>
          caption={t('webhooks.deliveries')}
          columns={[
            {
              label: t('webhooks.delivery.time'),
              sorted: 'descending',
              cell: ({ created_at }) => moment(created_at),
            },
            {
              label: t('webhooks.delivery.event'),
              heading: true,
              cell: ({ type }) => <code className={styles.code}>{type}</code>,
            },
            {
              label: t('webhooks.status'),
              cell: ({ status }) => <DeliveryStatus status={status} />,
            },
            {
              label: t('webhooks.delivery.answer'),
              cell: ({ last }) => <LastResponse last={last} />,
            },
            {
              label: t('webhooks.delivery.attempts'),
              numeric: true,
              cell: ({ attempts }) => attempts,
            },
            {
              label: t('webhooks.delivery.next'),
              cell: ({ next_attempt_at: at }) => (at === null ? '–' : moment(at)),
            },
            {
              label: t('webhooks.delivery.look'),
              action: true,
              cell: ({ id, type, created_at }) => (
                <TooltipButton
                  icon="eye"
                  label={t('webhooks.delivery.look')}
                  aria-label={t('webhooks.delivery.open', {
                    type,
                    time: format.moment(created_at, now),
                  })}
                  onClick={() => setOpen(id)}
                />
              ),
            },
          ]}
          rows={page.data?.deliveries}
          keyOf={({ id }) => id}
          empty={t('webhooks.delivery.empty')}
        />
      </QueryContent>
      {(view.cursor !== undefined || next !== null) && (
        <nav aria-label={t('webhooks.delivery.pages')} className={`wrap ${styles.actions}`}>
          {view.cursor !== undefined && (
            <PageButton to={hrefOf({ cursor: undefined })}>
              {t('webhooks.delivery.newest')}
            </PageButton>
          )}
          {next !== null && (
            <PageButton to={hrefOf({ cursor: next })}>{t('webhooks.delivery.older')}</PageButton>
          )}
        </nav>
      )}
      {open !== undefined && (
        <DeliveryDialog endpoint={endpoint} id={open} onClose={() => setOpen(undefined)} />
      )}
    </Card>
  );
}
