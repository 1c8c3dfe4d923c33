import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountRoutes } from '../../../../shared/contract/account.ts';
import { useAppDependencies } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { refreshMe } from '../../lib/me-query.ts';
import { useLogout } from '../../lib/use-logout.ts';
import { Button } from '../../ui/button/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/**
 * The page for members of an account whose owner must still accept the conditions, and for people
 * without any account.
 */
export function LockedAccount() {
  const { t } = useTranslation();
  const { api, switchAccount } = useAppDependencies();
  const queries = useQueryClient();
  const logout = useLogout();
  const { accounts, account_id: shown, account_name: account } = useMe();
  const hasNone = accounts.length === 0;
  const others = accounts.filter(({ id }) => id !== shown);
  const open = useMutation({
    mutationFn: () => api(accountRoutes.openAccount),
    onSuccess: () => refreshMe(queries),
  });
  return (
    <>
      <div>
        <PageHeading
          title={t(hasNone ? 'members.locked.none' : 'members.locked.terms', { account })}
        />
        <p>{t(hasNone ? 'members.locked.noneText' : 'members.locked.termsText', { account })}</p>
      </div>
      {hasNone && (
        <Button variant="primary" wide busy={open.isPending} onClick={() => open.mutate()}>
          {t('members.locked.open')}
        </Button>
      )}
      {others.length > 0 && (
        <>
          <h2>{t('members.locked.others')}</h2>
          {others.map(({ id, name, role }) => (
            <Button key={id} wide onClick={() => switchAccount(id)}>
              {name} · {t(`members.role.${role}`)}
            </Button>
          ))}
        </>
      )}
      <Button wide busy={logout.isPending} onClick={() => logout.mutate()}>
        {t('layout.logout')}
      </Button>
    </>
  );
}
