import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { ApiError } from '../../../../shared/client/api-error.ts';
import { connectionRoutes } from '../../../../shared/contract/connections.ts';
import { SERVICE_TITLES, SERVICES } from '../../../../shared/model/connections/service-name.ts';
import { useApi } from '../../lib/api.ts';
import { errorMessagesOf } from '../../lib/failure.ts';
import { paths } from '../../lib/paths.ts';
import { PageButton } from '../../ui/button/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { callService, connectionsQuery, takeLogin } from './queries.ts';

/** The page to which a service returns after a login. */
export function ConnectedPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const api = useApi();
  const queries = useQueryClient();
  const { service: name } = useParams();
  const service = SERVICES.find((each) => each === name);
  const names = { service: service ? SERVICE_TITLES[service] : '' };
  const [failure, setFailure] = useState<string>();
  const isStarted = useRef(false);

  const complete = async (): Promise<void> => {
    const { code, isOurs } = takeLogin(service);
    if (!service || !isOurs) return setFailure(t('connections.login.noFlow'));
    if (code === undefined) return setFailure(t('connections.login.denied', names));
    try {
      const body = { service, key: code, login: true };
      const { data } = await callService(queries, service, () =>
        api(connectionRoutes.connect, { body }),
      );
      toast.success(t('connections.connected', { name: data.name }));
      await queries.invalidateQueries(connectionsQuery(api));
      await navigate(paths.connections, { replace: true, state: data });
    } catch (error) {
      const isExpired = error instanceof ApiError && error.body['reason'] === 'revoked';
      setFailure(isExpired ? t('connections.login.expired', names) : errorMessagesOf(error)[0]);
    }
  };

  useEffect(() => {
    // Run only once, because a code is valid once.
    if (isStarted.current) return;
    isStarted.current = true;
    void complete();
  });

  return (
    <>
      <PageHeading title={t('layout.connections.title')} />
      {failure === undefined ? (
        <p aria-busy="true">{t('common.loading')}</p>
      ) : (
        <>
          <div role="alert">
            <Notice tone="invalid">{failure}</Notice>
          </div>
          <PageButton to={paths.connections}>{t('connections.login.back')}</PageButton>
        </>
      )}
    </>
  );
}
