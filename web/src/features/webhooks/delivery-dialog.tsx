import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import {
  type DeliveryDetail,
  type Endpoint,
  webhookRoutes,
} from '../../../../shared/contract/webhooks.ts';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button/button.tsx';
import { Code } from '../../ui/code/code.tsx';
import { Fact, FactList } from '../../ui/table/fact-list.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { LastResponse, DeliveryStatus } from './cells.tsx';
import { deliveriesQueryKey, deliveryQuery } from './queries.ts';
import styles from './webhooks.module.css';

interface Props {
  endpoint: Endpoint;
  id: string;
  onClose: () => void;
}

export function DeliveryDialog({ endpoint, id, onClose }: Props) {
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
