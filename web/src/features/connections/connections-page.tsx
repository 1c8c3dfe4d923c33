import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { generatePath, Link, useLocation } from 'react-router-dom';
import {
  type Connection,
  connection as connectionSchema,
  connectionRoutes,
  type ContactImport,
} from '../../../../shared/contract/connections.ts';
import { MAX_CONNECTIONS } from '../../../../shared/model/connections/connection.ts';
import {
  SERVICE_TITLES,
  SERVICES,
  type ServiceName,
} from '../../../../shared/model/connections/service-name.ts';
import { useApi } from '../../lib/api.ts';
import { useMay } from '../../lib/me.ts';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm.tsx';
import { FieldError } from '../../ui/form/field.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import { ApplyDialog } from './apply-dialog.tsx';
import { ConnectDialog, KeyPlace } from './connect-dialog.tsx';
import styles from './connections.module.css';
import { ImportDialog } from './import-dialog.tsx';
import { connectionsQuery } from './queries.ts';

export function ConnectionsPage() {
  const { t } = useTranslation();
  const isAdmin = useMay()('admin');
  const query = useQuery(connectionsQuery(useApi()));
  const [connecting, setConnecting] = useState<ServiceName>();
  // The connection that a login has just added.
  const { state } = useLocation();
  const [source, setSource] = useState(connectionSchema.safeParse(state).data);
  const { connections, imports = [], logins = [] } = query.data ?? {};
  const isFull = connections !== undefined && connections.length >= MAX_CONNECTIONS;
  return (
    <>
      <div>
        <PageHeading title={t('layout.connections.title')} />
        <p className="prose">{t('connections.lead')}</p>
      </div>
      <QueryContent query={query} failed={t('connections.failed')}>
        {connections ? (
          <>
            {connections.length > 0 && (
              <Card title={t('connections.accounts')}>
                <ul>
                  {connections.map((each) => (
                    <Account
                      key={each.id}
                      connection={each}
                      onImport={() => setSource(each)}
                      onConnect={() => setConnecting(each.service)}
                    />
                  ))}
                </ul>
              </Card>
            )}
            {imports.length > 0 && (
              <Card title={t('connections.imports')}>
                <ul>
                  {imports.map((each) => (
                    <Import
                      key={each.id}
                      contactImport={each}
                      connection={connections.find(({ id }) => id === each.connection_id)}
                    />
                  ))}
                </ul>
              </Card>
            )}
            {isAdmin && (
              <Card title={t(`connections.${connections.length > 0 ? 'another' : 'services'}`)}>
                {isFull && <p>{t('connections.most', { count: MAX_CONNECTIONS })}</p>}
                <ul>
                  {SERVICES.map((name) => (
                    <Row key={name} title={SERVICE_TITLES[name]}>
                      <Button
                        disabled={isFull}
                        aria-label={t('connections.connectTo', { service: SERVICE_TITLES[name] })}
                        onClick={() => setConnecting(name)}
                      >
                        {t('connections.connect')}
                      </Button>
                    </Row>
                  ))}
                </ul>
              </Card>
            )}
            {!isAdmin && connections.length === 0 && (
              <p className="muted">
                {t('connections.ask', { services: Object.values(SERVICE_TITLES) })}
              </p>
            )}
          </>
        ) : (
          <p className="muted" aria-busy="true">
            {t('common.loading')}
          </p>
        )}
      </QueryContent>
      {connecting && (
        <ConnectDialog
          service={connecting}
          loginUrl={logins.find(({ service }) => service === connecting)?.url}
          onClose={() => setConnecting(undefined)}
          onConnected={(connection) => {
            // An account that was connected before continues its imports.
            if (!connections?.some(({ id }) => id === connection.id)) setSource(connection);
          }}
        />
      )}
      {source && <ImportDialog connection={source} onClose={() => setSource(undefined)} />}
    </>
  );
}

interface RowProps {
  title: string;
  text?: string;
  problem?: string | false;
  children?: ReactNode;
}

const Row = ({ title, text, problem, children }: RowProps) => (
  <li className={`between ${styles.row}`}>
    <div>
      <strong>{title}</strong>
      {text !== undefined && <p className="muted">{text}</p>}
      {problem && <FieldError message={problem} />}
    </div>
    {children}
  </li>
);

interface AccountProps {
  connection: Connection;
  onImport: () => void;
  onConnect: () => void;
}

function Account({ connection, onImport, onConnect }: AccountProps) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const format = useFormat();
  const may = useMay();
  const { id, name, state, created_at: since, bounces_read_at: readAt } = connection;
  const service = SERVICE_TITLES[connection.service];
  const isRevoked = state === 'revoked';
  const texts = [
    t('connections.since', { service, date: format.date(since) }),
    readAt === null
      ? t('connections.bouncesDue')
      : t('connections.bouncesRead', { at: format.moment(readAt, new Date().toISOString()) }),
    connection.service === 'hubspot' && t('connections.hardOnly', { service }),
  ];
  return (
    <Row
      title={name}
      text={texts.filter(Boolean).join(' · ')}
      problem={isRevoked && t('connections.revoked', { service })}
    >
      <div className="wrap">
        {!isRevoked && may('member') && (
          <Button aria-label={t('connections.importFrom', { name })} onClick={onImport}>
            {t('connections.import.submit')}
          </Button>
        )}
        {isRevoked && may('admin') && (
          <Button aria-label={t('connections.againTo', { name })} onClick={onConnect}>
            {t('connections.again')}
          </Button>
        )}
        {may('admin') && (
          <ConfirmButton
            button={{
              variant: 'quiet',
              children: t('connections.disconnect'),
              label: t('connections.disconnectFrom', { name }),
            }}
            title={t('connections.disconnectTitle', { name })}
            text={t('connections.disconnectText', { service })}
            details={<KeyPlace service={connection.service} />}
            confirm={t('connections.disconnect')}
            call={() => api(connectionRoutes.disconnect, { params: { id } })}
            onDone={async () => {
              toast.success(t('connections.disconnected', { service }));
              await queries.invalidateQueries(connectionsQuery(api));
            }}
          />
        )}
      </div>
    </Row>
  );
}

interface ImportProps {
  contactImport: ContactImport;
  /** Undefined if it is disconnected. */
  connection: Connection | undefined;
}

function Import({ contactImport, connection }: ImportProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const isAdmin = useMay()('admin');
  const [isOpen, setIsOpen] = useState(false);
  const mayChange = isAdmin && connection !== undefined;
  const text = mayChange ? 'submitMore' : 'changes';
  const { id, audience: name, state, error, read, expected, created_at: at } = contactImport;
  const service = SERVICE_TITLES[contactImport.service];
  const now = new Date().toISOString();
  const failure = error === 'revoked' ? 'disconnected' : (error ?? 'refused');
  // The total is at least the number read, because an audience may grow during its import.
  const of = Math.max(expected, read, 1);
  return (
    <Row
      title={name}
      text={[connection?.name, service, format.moment(at, now)].filter(Boolean).join(' · ')}
      problem={
        state === 'failed'
          ? t(`connections.failure.${failure}`, { service })
          : state === 'paused' && t('connections.paused', { service })
      }
    >
      {state === 'reading' && (
        <div>
          {t('connections.progress', { read, of })}
          <progress value={read / of} aria-label={t('connections.progressOf', { name })} />
        </div>
      )}
      {state === 'finished' && (
        <div className="wrap">
          <p>
            {t('connections.contacts', { count: read })}{' '}
            <Link
              to={generatePath(paths.list, { id })}
              aria-label={t('connections.openList', { name })}
            >
              {t('connections.open')}
            </Link>
          </p>
          <Button
            aria-label={t(`connections.apply.${text}Of`, { name })}
            onClick={() => setIsOpen(true)}
          >
            {t(`connections.apply.${text}`)}
          </Button>
        </div>
      )}
      {isOpen && (
        <ApplyDialog
          contactImport={contactImport}
          mayChange={mayChange}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Row>
  );
}
