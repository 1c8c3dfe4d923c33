import { useMutation } from '@tanstack/react-query';
import { accountRoutes } from '../../../shared/contract/account.ts';
import { useApi, useSession } from './api.ts';

/** Ends the session on the server and, even if this fails, in the browser. */
export function useLogout() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: () => api(accountRoutes.logout),
    onSettled: () => session.end(),
    meta: { quiet: true },
  });
}
