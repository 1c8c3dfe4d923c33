import { useMutation } from '@tanstack/react-query';
import { useApi, useSession } from './api.ts';

/** Ends the session here and, as far as it can be reached, on the server. */
export function useLogout() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: () => api.logout(),
    onSettled: () => session.end(),
    meta: { quiet: true },
  });
}
