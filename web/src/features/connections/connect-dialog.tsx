import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { type Connection, connectionRoutes } from '../../../../shared/contract/connections.ts';
import {
  HUBSPOT_SCOPES,
  SERVICE_TITLES,
  type ServiceName,
} from '../../../../shared/model/connections/service-name.ts';
import { useApi } from '../../lib/api.ts';
import { Button } from '../../ui/button/button.tsx';
import { Code } from '../../ui/code/code.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import styles from './connections.module.css';
import { callService, connectionsQuery, openLogin } from './queries.ts';

const schema = z.pick(connectionRoutes.connect.body, { key: true });

/** Pages of the services that explain how to create and delete a key. */
const HELP: Readonly<Record<ServiceName, string>> = {
  mailchimp: 'https://mailchimp.com/help/about-api-keys/',
  hubspot:
    'https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/account-service-keys',
  brevo: 'https://help.brevo.com/hc/en-us/articles/209467485',
  klaviyo: 'https://help.klaviyo.com/hc/en-us/articles/7423954176283',
  mailerlite: 'https://developers.mailerlite.com/getting-started',
};

/**
 * Permissions of a key, in the service's own words. Keys of the other services have all
 * permissions.
 */
const PERMISSIONS: Readonly<Partial<Record<ServiceName, readonly string[]>>> = {
  hubspot: HUBSPOT_SCOPES,
  klaviyo: [
    'Accounts: Read',
    'Events: Read',
    'Lists: Full',
    'Metrics: Read',
    'Profiles: Full',
    'Segments: Read',
    'Subscriptions: Full',
  ],
};

/** Says where the service shows its keys. */
export function KeyPlace({ service }: { service: ServiceName }) {
  const { t } = useTranslation();
  return (
    <p>
      {t(`connections.place.${service}`)}{' '}
      <ExternalLink href={HELP[service]}>
        {t('connections.help', { service: SERVICE_TITLES[service] })}
      </ExternalLink>
    </p>
  );
}

interface Props {
  service: ServiceName;
  /** Page of the service that grants access without a key, if the stage has a client there. */
  loginUrl: string | undefined;
  onClose: () => void;
  onConnected: (connection: Connection) => void;
}

export function ConnectDialog({ service, loginUrl, onClose, onConnected }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const names = { service: SERVICE_TITLES[service] };
  const permissions = PERMISSIONS[service];

  const connect = async ({ key }: z.output<typeof schema>): Promise<void> => {
    const { data } = await callService(queries, service, () =>
      api(connectionRoutes.connect, { body: { service, key } }),
    );
    toast.success(t('connections.connected', { name: data.name }));
    onClose();
    onConnected(data);
    await queries.invalidateQueries(connectionsQuery(api));
  };

  return (
    <Modal open onClose={onClose} title={t('connections.connectTo', names)}>
      {loginUrl !== undefined && (
        <>
          <p>{t('connections.login.text', names)}</p>
          <Button variant="primary" wide onClick={() => openLogin(service, loginUrl)}>
            {t('connections.login.submit', names)}
          </Button>
          <h3>{t('connections.login.or')}</h3>
        </>
      )}
      <KeyPlace service={service} />
      {permissions ? (
        <div className={styles.permissions}>
          <p>{t('connections.permissions')}</p>
          <Code name={t('connections.permissions')} code={permissions.join('\n')} />
        </div>
      ) : (
        <p>{t('connections.wholeAccount', names)}</p>
      )}
      <Form schema={schema} onSubmit={connect}>
        <PasswordField
          name="key"
          label={t('connections.key', names)}
          hint={t('connections.keyHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <ModalActions onCancel={onClose}>
          <SubmitButton variant={loginUrl === undefined ? 'primary' : 'secondary'}>
            {t('connections.connect')}
          </SubmitButton>
        </ModalActions>
      </Form>
    </Modal>
  );
}
