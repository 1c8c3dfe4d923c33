import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDependencies } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm.tsx';
import { Menu } from '../../ui/popup/menu.tsx';

interface Props {
  narrow: boolean;
  /** Number of uploads that stop when the tab shows another account. */
  uploads: number;
}

/** Shows the account of the tab, and opens a menu of the others. */
export function AccountSwitcher({ narrow, uploads: count }: Props) {
  const { t } = useTranslation();
  const { switchAccount } = useAppDependencies();
  const { account_id: shown, account_name: name, accounts } = useMe();
  const [chosen, setChosen] = useState<(typeof accounts)[number]>();
  return (
    <div role="group" aria-label={t('members.switch.label')}>
      <Menu
        label={name}
        labeled={!narrow}
        variant="secondary"
        items={accounts.map((account) => ({
          name: account.id,
          label: account.name,
          note: t(`members.role.${account.role}`),
          disabled: account.id === shown,
          onChoose: () => (count > 0 ? setChosen(account) : switchAccount(account.id)),
        }))}
      />
      <ConfirmDialog
        open={chosen !== undefined}
        title={t('members.switch.title', { account: chosen?.name ?? '' })}
        text={t('members.switch.uploads', { count })}
        confirm={t('members.switch.confirm')}
        busy={false}
        onClose={() => setChosen(undefined)}
        onConfirm={() => switchAccount(chosen?.id)}
      />
    </div>
  );
}
