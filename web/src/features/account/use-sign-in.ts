import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/api.ts';
import { clearPendingEmail } from './pending-email.ts';

/** Returns a function that starts a session. Guards then show the user's first page. */
export function useSignIn(): (tokens: { token: string; csrf_token: string }) => void {
  const { t } = useTranslation();
  const session = useSession();
  return (tokens) => {
    clearPendingEmail();
    session.start(tokens);
    toast.success(t('account.login.done'));
  };
}
