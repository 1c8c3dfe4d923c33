import { useTranslation } from 'react-i18next';
import { useLogout } from '../../lib/use-logout.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** The first page of an administrator. It has no content yet. */
export function AdminDashboardPage() {
  const { t } = useTranslation();
  const logout = useLogout();
  return (
    <>
      <PageHeading title={t('admin.title')} />
      <p>{t('admin.notYet')}</p>
      <Button variant="primary" busy={logout.isPending} onClick={() => logout.mutate()}>
        {t('layout.logout')}
      </Button>
    </>
  );
}
