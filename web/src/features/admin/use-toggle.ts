import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../../shared/contract/admin.ts';
import { USER_STATUS } from '../../../../shared/model/account.ts';
import { useApi } from '../../lib/api.ts';
import { usersKey } from './queries.ts';

/** Activates or deactivates a user and loads the page again. A failure is only logged. */
export function useToggle({ id, status }: UserRow) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const active = status === USER_STATUS.active;
  return useMutation({
    mutationFn: () =>
      api.updateUser({ body: { id, status: active ? USER_STATUS.inactive : USER_STATUS.active } }),
    onSuccess: async () => {
      toast.success(t(active ? 'admin.users.deactivated' : 'admin.users.activated'));
      await queries.invalidateQueries({ queryKey: usersKey });
    },
    // The specification shows nothing of a failure here: it stands in the log.
    onError: (failure) => reportError(failure),
    meta: { quiet: true },
  });
}
