import { useEffect, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import i18next from 'i18next';
import { ApiError } from '../../../../shared/client/api-error.ts';
import { memberRoutes } from '../../../../shared/contract/members.ts';
import { type Api, useApi } from '../../lib/api.ts';
import { errorMessagesOf, toastFailure } from '../../lib/failure.ts';
import { useLoginState } from '../../lib/login-state.ts';
import { isProviderPage, openProvider, takeSsoFlow } from '../../lib/sso-flow.ts';
import { Notice } from '../../ui/notice.tsx';
import { Form, noFields, SubmitButton } from '../../ui/form/form.tsx';

/**
 * Offers single sign-on if the domain of the address uses it. If the call fails, shows why and offers it,
 * because the account may require it. Must be keyed by the domain.
 */
export function SsoLogin({ email }: { email: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const { next } = useLoginState();
  const [first] = useState(email);
  const [offer, setOffer] = useState<{ failure?: unknown }>();
  useEffect(() => {
    const left = new AbortController();
    void api(memberRoutes.startSso, { body: { email: first } }, { signal: left.signal }).then(
      ({ data }) => isProviderPage(data.url) && setOffer({}),
      (failure: unknown) => {
        if (!left.signal.aborted) setOffer({ failure });
      },
    );
    return () => left.abort();
  }, [api, first]);
  if (!offer) return null;
  return (
    <>
      {offer.failure !== undefined && <SsoFailure failure={offer.failure} />}
      {/* Starts again, because the challenge of the first call may expire before the click. */}
      <Form schema={noFields} onSubmit={() => openProvider(api, { email }, next)}>
        <SubmitButton variant="secondary" wide>
          {t('security.sso.logIn')}
        </SubmitButton>
      </Form>
    </>
  );
}

/** Shows why single sign-on failed. */
export function SsoFailure({ failure }: { failure: unknown }) {
  const { t } = useTranslation();
  const reason = failure instanceof ApiError && failure.body['reason'];
  return (
    <div role="alert">
      <Notice tone="invalid">
        {errorMessagesOf(failure)[0]}
        {typeof reason === 'string' && (
          <p className="small">{t('security.sso.reason', { reason })}</p>
        )}
      </Notice>
    </div>
  );
}

/** Links the login that has just succeeded to single sign-on, if this tab has a challenge for it. */
export async function linkSso(api: Api): Promise<void> {
  const flow = takeSsoFlow();
  if (!flow?.links) return;
  try {
    await api(memberRoutes.linkSso, { body: { challenge: flow.challenge } });
    toast.success(i18next.t('security.sso.linked'));
  } catch (failure) {
    toastFailure(failure);
  }
}
