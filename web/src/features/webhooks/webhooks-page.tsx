import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link, useNavigate } from 'react-router-dom';
import { finishedList } from '../../../../shared/contract/examples/list-states.ts';
import { MAX_ENDPOINTS } from '../../../../shared/model/webhook.ts';
import { useApi } from '../../lib/api.ts';
import { docsPath, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyableCode } from '../../ui/code/code.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { EndpointStatus, EventList, CreatedBy } from './cells.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { endpointsQuery } from './queries.ts';
import { SecretDialog } from './secret.tsx';
import styles from './webhooks.module.css';

/** An unsigned sample of the preselected event, to test a program on the customer's computer. */
const SAMPLE = {
  type: 'list.finished',
  timestamp: '2026-11-21T09:41:10.000Z',
  data: finishedList,
};
const SAMPLE_COMMAND = `curl http://localhost:4000/ -H 'content-type: application/json' \\
  -d '${JSON.stringify(SAMPLE, null, 2)}'`;

export function WebhooksPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const endpoints = useQuery(endpointsQuery(useApi()));
  const liveCount = endpoints.data?.filter(({ test }) => !test).length ?? MAX_ENDPOINTS;
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<{ id: string; secret: string }>();
  return (
    <>
      <PageHeading title={t('layout.webhooks.title')} />
      <div className={`prose ${styles.lead}`}>
        <p>{t('webhooks.lead')}</p>
        <p>
          <ExternalLink href={`${docsPath}#receive-webhooks`}>{t('webhooks.docs')}</ExternalLink>
        </p>
      </div>
      <Card
        title={t('webhooks.endpoints')}
        aside={
          <Button
            variant="primary"
            disabled={liveCount >= MAX_ENDPOINTS}
            onClick={() => setAdding(true)}
          >
            {t('webhooks.add')}
          </Button>
        }
      >
        <QueryContent query={endpoints} failed={t('webhooks.failed')}>
          <DataTable
            caption={t('webhooks.endpoints')}
            columns={[
              {
                label: t('webhooks.url'),
                heading: true,
                cell: ({ id, url, description }) => (
                  <>
                    <Link to={generatePath(paths.webhook, { id })}>{url}</Link>
                    <span className={`muted ${styles.details}`}>{description}</span>
                  </>
                ),
              },
              { label: t('webhooks.events'), cell: ({ events }) => <EventList events={events} /> },
              {
                label: t('webhooks.madeBy'),
                cell: (endpoint) => <CreatedBy endpoint={endpoint} />,
              },
              {
                label: t('webhooks.status'),
                cell: (endpoint) => <EndpointStatus endpoint={endpoint} />,
              },
            ]}
            rows={endpoints.data}
            keyOf={({ id }) => id}
            empty={t('webhooks.empty')}
          />
          {endpoints.data?.length === 0 && (
            <section className={styles.text}>
              <h3>{t('webhooks.sample.title')}</h3>
              <p className="prose">{t('webhooks.sample.text')}</p>
              <CopyableCode name={t('webhooks.sample.title')} code={SAMPLE_COMMAND} />
            </section>
          )}
          {endpoints.data && liveCount === MAX_ENDPOINTS && (
            <p className="muted">{t('webhooks.most', { count: MAX_ENDPOINTS })}</p>
          )}
        </QueryContent>
      </Card>
      {adding && (
        <EndpointDialog
          onClose={() => setAdding(false)}
          onSaved={(saved) => {
            setAdding(false);
            setAdded(saved);
          }}
        />
      )}
      {added && (
        <SecretDialog
          secret={added.secret}
          onClose={() => void navigate(generatePath(paths.webhook, { id: added.id }))}
        />
      )}
    </>
  );
}
