import { useMutation } from '@tanstack/react-query';
import { useApi, useSession } from './api.ts';

/** Ends the session on the server and, even if that fails, in the browser. */
export function useLogout() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: () => api.logout(),
    onSettled: () => session.end(),
    meta: { quiet: true },
  });
}
