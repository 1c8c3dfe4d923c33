import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { type Endpoint, webhookRoutes } from '../../../../shared/contract/webhooks.ts';
import { useApi } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm.tsx';
import { Fact, FactList } from '../../ui/table/fact-list.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { EventList, CreatedBy } from './cells.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { deliveriesQueryKey, endpointsQuery } from './queries.ts';
import { RotateSecret } from './secret.tsx';
import styles from './webhooks.module.css';

export function WebhookPage() {
  const { t } = useTranslation();
  const { id } = useParams();
  const endpoints = useQuery(endpointsQuery(useApi()));
  const endpoint = endpoints.data?.find((each) => each.id === id);
  return (
    <>
      <p>
        <Link to={paths.webhooks}>‹ {t('webhooks.all')}</Link>
      </p>
      <PageHeading
        title={endpoint ? endpoint.description || endpoint.url : t('webhooks.endpoint.title')}
      />
      <QueryContent query={endpoints} failed={t('webhooks.failed')}>
        {endpoint ? (
          <>
            <Facts endpoint={endpoint} />
            <Deliveries endpoint={endpoint} />
          </>
        ) : (
          <p className="muted">{t(endpoints.data ? 'webhooks.missing' : 'common.loading')}</p>
        )}
      </QueryContent>
    </>
  );
}

function Facts({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [changing, setChanging] = useState(false);
  const { id, url, events, status, failing_since: since, created_at: created } = endpoint;
  return (
    <Card title={t('webhooks.endpoint.title')} aside={<EndpointSwitch endpoint={endpoint} />}>
      {since !== null && (
        <Notice tone={status === 'failing' ? 'invalid' : 'risky'}>
          {t(status === 'failing' ? 'webhooks.gaveUp' : 'webhooks.fails', {
            date: format.date(since),
          })}
        </Notice>
      )}
      <FactList>
        <Fact wide label={t('webhooks.url')}>
          <code className={styles.code}>{url}</code>
        </Fact>
        <Fact wide label={t('webhooks.events')}>
          <EventList events={events} />
        </Fact>
        <Fact label={t('webhooks.created')}>
          <time dateTime={created}>{format.date(created)}</time>
        </Fact>
        <Fact label={t('webhooks.madeBy')}>
          <CreatedBy endpoint={endpoint} />
        </Fact>
      </FactList>
      <div className={`wrap ${styles.actions}`}>
        <SendTest endpoint={endpoint} />
        <Button onClick={() => setChanging(true)}>{t('webhooks.change')}</Button>
        <RotateSecret id={id} />
        <DeleteEndpoint endpoint={endpoint} />
      </div>
      {changing && <EndpointDialog endpoint={endpoint} onClose={() => setChanging(false)} />}
    </Card>
  );
}

function EndpointSwitch({ endpoint: { id, status } }: { endpoint: Endpoint }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const on = status === 'on';
  const toggle = useMutation({
    mutationFn: () =>
      api(webhookRoutes.updateEndpoint, { params: { id }, body: { status: on ? 'off' : 'on' } }),
    onSuccess: () => queries.invalidateQueries(endpointsQuery(api)),
  });
  return (
    <Switch
      on={on}
      label={t('webhooks.switch')}
      state={t(on ? 'webhooks.is.on' : 'webhooks.is.off')}
      busy={toggle.isPending}
      onToggle={() => toggle.mutate()}
    />
  );
}

function SendTest({ endpoint: { id, status } }: { endpoint: Endpoint }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const send = useMutation({
    mutationFn: () => api(webhookRoutes.sendTestEvent, { params: { id } }),
    onSuccess: async () => {
      toast.success(t('webhooks.tested'));
      // Show the first page, which contains the new delivery.
      void navigate('?');
      await queries.invalidateQueries({ queryKey: deliveriesQueryKey(id) });
    },
  });
  return (
    <Button
      variant="primary"
      disabled={status !== 'on'}
      busy={send.isPending}
      onClick={() => send.mutate()}
    >
      {t('webhooks.test')}
    </Button>
  );
}

function DeleteEndpoint({ endpoint: { id, url } }: { endpoint: Endpoint }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <ConfirmButton
      button={{ variant: 'danger', children: t('common.delete') }}
      title={t('webhooks.deleteQuestion')}
      text={t('webhooks.deleteText', { url })}
      confirm={t('common.delete')}
      call={() => api(webhookRoutes.deleteEndpoint, { params: { id } })}
      onDone={async () => {
        toast.success(t('webhooks.deleted'));
        await navigate(paths.webhooks);
        await queries.invalidateQueries(endpointsQuery(api));
      }}
    />
  );
}
