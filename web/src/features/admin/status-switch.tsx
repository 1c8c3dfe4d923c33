import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../../shared/contract/admin.ts';
import { USER_STATUS } from '../../../../shared/model/account.ts';
import { Switch } from '../../ui/switch.tsx';
import { useToggle } from './use-toggle.ts';

/** Whether a user is active, and the means to change it. */
export function StatusSwitch({ user }: { user: UserRow }) {
  const { t } = useTranslation();
  const toggle = useToggle(user);
  const active = user.status === USER_STATUS.active;
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
