import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Users } from './users.tsx';

export function AdminDashboardPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('admin.title')} />
      <Users />
    </>
  );
}
