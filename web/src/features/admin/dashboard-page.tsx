import { useTranslation } from 'react-i18next';
import { useLogout } from '../../lib/use-logout.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** The address is an administrator's home already; what they will do here is yet to come. */
export function AdminDashboardPage() {
  const { t } = useTranslation();
  const logout = useLogout();
  return (
    <>
      <PageHeading title={t('admin.title')} />
      <p>{t('admin.notYet')}</p>
      <Button look="primary" busy={logout.isPending} onClick={() => logout.mutate()}>
        {t('layout.logout')}
      </Button>
    </>
  );
}
