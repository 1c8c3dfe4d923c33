import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { ApiError } from '../../../../shared/client/api-error.ts';
import { accountRoutes } from '../../../../shared/contract/account.ts';
import { memberRoutes } from '../../../../shared/contract/members.ts';
import { factorRoutes } from '../../../../shared/contract/factors.ts';
import { useAppDependencies } from '../../lib/api.ts';
import type { LoginState } from '../../lib/login-state.ts';
import { homePath, paths } from '../../lib/paths.ts';
import { keepSsoFlow, takeSsoFlow } from '../../lib/sso-flow.ts';
import { takeQuery } from '../../lib/take-link.ts';
import { PageButton } from '../../ui/button/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SsoFailure } from './sso-login.tsx';
import { useSignIn } from './use-sign-in.ts';

/**
 * The page to which the provider returns after a login, or after a proof that a session requested.
 */
export function SsoPage() {
  const { t } = useTranslation();
  const { accountId = '' } = useParams();
  const navigate = useNavigate();
  const { api, session } = useAppDependencies();
  const signIn = useSignIn();
  const [failure, setFailure] = useState<unknown>();
  const isStarted = useRef(false);

  const complete = async (): Promise<void> => {
    const { challenge, email, next = homePath } = takeSsoFlow() ?? {};
    const response = takeQuery();
    if (challenge === undefined || response === '') {
      const messages = [t('security.sso.noFlow')];
      throw new ApiError({ status: 410, code: 'challenge_expired', messages });
    }
    try {
      const body = { challenge, account_id: accountId, response };
      const { token, csrf_token, proof } = (await api(memberRoutes.completeSso, { body })).data;
      if (token !== undefined && csrf_token !== undefined) {
        signIn({ token, csrf_token });
        await navigate(next, { replace: true });
        // Forget the account that the tab showed, because the session can access only its own
        // account.
        session.switchAccount();
      } else if (proof !== undefined) {
        session.rememberCsrf((await api(accountRoutes.me)).data.csrf_token);
        const proven = { challenge, proof: { method: 'sso', proof } } as const;
        await api(factorRoutes.reauthenticate, { body: proven });
        toast.success(t('security.sso.confirmed'));
        await navigate(next, { replace: true });
      }
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'sso_link_required')) throw error;
      keepSsoFlow({ challenge: String(error.body['challenge']), links: true });
      const state: LoginState = { notice: t('security.sso.link'), email };
      await navigate(paths.login, { replace: true, state });
      // An account that requires single sign-on would refuse the login with the password.
      session.switchAccount();
    }
  };

  useEffect(() => {
    // Runs in an effect, because React may discard a render, and only once, because it uses up the
    // flow.
    if (isStarted.current) return;
    isStarted.current = true;
    void complete().catch(setFailure);
  });

  return (
    <>
      <PageHeading title={t('security.sso.title')} />
      {failure === undefined ? (
        <p aria-busy="true">{t('common.loading')}</p>
      ) : (
        <>
          <SsoFailure failure={failure} />
          <PageButton wide to={paths.login}>
            {t('security.sso.again')}
          </PageButton>
        </>
      )}
    </>
  );
}
