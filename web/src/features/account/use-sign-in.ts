import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../i18n/i18n.ts';
import { useAppDependencies } from '../../lib/api.ts';
import { SSO_FLOW_KEY } from '../../lib/login-state.ts';
import { clearPendingEmail } from './pending-email.ts';

/** Returns a function that starts a session. Guards then show the user's first page. */
export function useSignIn(): (tokens: { token: string; csrf_token: string }) => void {
  const { t } = useTranslation();
  const { api, session } = useAppDependencies();
  return (tokens) => {
    clearPendingEmail();
    session.start(tokens);
    toast.success(t('account.login.done'));
    if (sessionStorage.getItem(SSO_FLOW_KEY) !== null)
      void withTexts(import('./sso-login.tsx'), 'security').then(({ linkSso }) => linkSso(api));
  };
}
