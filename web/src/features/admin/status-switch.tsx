import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { adminRoutes, type UserRow } from '../../../../shared/contract/admin.ts';
import { USER_STATUS } from '../../../../shared/model/account.ts';
import { useApi } from '../../lib/api.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { USERS_QUERY_KEY } from './queries.ts';

type User = Pick<UserRow, 'id' | 'status' | 'first_name' | 'last_name'>;

export function StatusSwitch({ user }: { user: User }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const close = (): void => setConfirming(false);
  const active = user.status === USER_STATUS.active;
  const toggle = useMutation({
    mutationFn: () => {
      const status = active ? USER_STATUS.inactive : USER_STATUS.active;
      return api(adminRoutes.updateUser, { body: { id: user.id, status } }).finally(close);
    },
    onSuccess: async () => {
      toast.success(t(active ? 'admin.users.deactivated' : 'admin.users.activated'));
      await queries.invalidateQueries({ queryKey: USERS_QUERY_KEY });
    },
    // The specification requires that a failure here is only logged.
    onError: (failure) => reportError(failure),
    meta: { quiet: true },
  });
  const name = fullNameOf(user);
  return (
    <>
      <Switch
        on={active}
        label={t('admin.users.activeNamed', { name })}
        state={t(active ? 'admin.users.active' : 'admin.users.inactive')}
        busy={toggle.isPending}
        onToggle={() => (active ? setConfirming(true) : toggle.mutate())}
      />
      <ConfirmDialog
        open={confirming}
        title={t('admin.users.switchOffTitle', { name })}
        text={t('admin.users.switchOffText')}
        confirm={t('admin.users.switchOff')}
        busy={toggle.isPending}
        onClose={close}
        onConfirm={() => toggle.mutate()}
      />
    </>
  );
}

export const fullNameOf = ({
  first_name,
  last_name,
}: Pick<UserRow, 'first_name' | 'last_name'>): string => `${first_name} ${last_name}`;
