import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { toast } from 'react-hot-toast/headless';
import {
  type Delivery,
  type Endpoint,
  webhookRoutes,
  type DeliveryDetail,
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
import { deliveriesQuery, deliveriesQueryKey, deliveryQuery } from './queries.ts';
import styles from './webhooks.module.css';
import { Button } from '../../ui/button/button.tsx';
import { Code } from '../../ui/code/code.tsx';
import { Fact, FactList } from '../../ui/table/fact-list.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';

interface Props {
  endpoint: Endpoint;
  id: string;
  onClose: () => void;
}

function DeliveryDialog({ endpoint, id, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const delivery = useQuery(deliveryQuery(api, endpoint.id, id));
  const resend = useMutation({
    mutationFn: () => api(webhookRoutes.sendAgain, { params: { id: endpoint.id, delivery: id } }),
    onSuccess: async () => {
      toast.success(t('webhooks.delivery.sentAgain'));
      await queries.invalidateQueries({ queryKey: deliveriesQueryKey(endpoint.id) });
    },
  });
  const { data } = delivery;
  return (
    <Modal open wide onClose={onClose} title={data?.type ?? t('webhooks.delivery.look')}>
      <QueryContent query={delivery} failed={t('webhooks.delivery.failedOne')}>
        {data ? <Content delivery={data} /> : <p className="muted">{t('common.loading')}</p>}
      </QueryContent>
      <ModalActions>
        <Button
          disabled={!data || endpoint.status !== 'on'}
          busy={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {t('webhooks.delivery.again')}
        </Button>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </ModalActions>
    </Modal>
  );
}

function Content({ delivery }: { delivery: DeliveryDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, status, last, attempts, payload, answer, created_at, next_attempt_at } = delivery;
  const now = new Date().toISOString();
  return (
    <>
      <FactList>
        <Fact label={t('webhooks.status')}>
          <DeliveryStatus status={status} />
        </Fact>
        <Fact label={t('webhooks.delivery.answer')}>
          <LastResponse last={last} />
        </Fact>
        <Fact label={t('webhooks.delivery.attempts')}>{format.number(attempts)}</Fact>
        <Fact label={t('webhooks.delivery.time')}>{format.moment(created_at, now)}</Fact>
        <Fact label={t('webhooks.delivery.last')}>
          {last === null
            ? '–'
            : t('webhooks.delivery.took', { time: format.moment(last.at, now), ms: last.ms })}
        </Fact>
        <Fact label={t('webhooks.delivery.next')}>
          {next_attempt_at === null ? '–' : format.moment(next_attempt_at, now)}
        </Fact>
        <Fact wide label={t('webhooks.delivery.id')}>
          <code className={styles.code}>{id}</code>
        </Fact>
      </FactList>
      <Text title={t('webhooks.delivery.sent')} text={prettyPrint(payload)} />
      {last !== null && last.status !== null && (
        <Text
          title={t('webhooks.delivery.response')}
          text={answer || t('webhooks.delivery.nothing')}
        />
      )}
    </>
  );
}

/** Shows untrusted content as plain text. */
const Text = ({ title, text }: { title: string; text: string }) => (
  <section className={styles.text}>
    <h3>{title}</h3>
    <Code name={title} code={text} />
  </section>
);

const prettyPrint = (json: string): string => JSON.stringify(JSON.parse(json), undefined, 2);

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
