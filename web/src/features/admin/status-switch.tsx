import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../../shared/contract/admin.ts';
import { USER_STATUS } from '../../../../shared/model/account.ts';
import { useApi } from '../../lib/api.ts';
import { Switch } from '../../ui/switch.tsx';
import { usersKey } from './queries.ts';

/** Whether a user is active, and the means to change it. */
export function StatusSwitch({ user }: { user: UserRow }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const active = user.status === USER_STATUS.active;
  const toggle = useMutation({
    mutationFn: () => {
      const status = active ? USER_STATUS.inactive : USER_STATUS.active;
      return api.updateUser({ body: { id: user.id, status } });
    },
    onSuccess: async () => {
      toast.success(t(active ? 'admin.users.deactivated' : 'admin.users.activated'));
      await queries.invalidateQueries({ queryKey: usersKey });
    },
    // The specification shows nothing of a failure here: it stands in the log.
    onError: (failure) => reportError(failure),
    meta: { quiet: true },
  });
  return (
    <Switch
      on={active}
      label={t('admin.users.activeNamed', { name: nameOf(user) })}
      state={t(active ? 'admin.users.active' : 'admin.users.inactive')}
      busy={toggle.isPending}
      onToggle={() => toggle.mutate()}
    />
  );
}

export const nameOf = ({ first_name, last_name }: UserRow): string => `${first_name} ${last_name}`;
