import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { CustomerLayout } from '../features/layout/customer-layout.tsx';
import { UploadsPanel, useOfUploads } from '../features/lists/upload/uploads.tsx';
import { paths } from '../lib/paths.ts';
import { pages, pagesOf, type Page } from './pages.ts';
import { Waiting } from './waiting.tsx';

/** The layout around a customer's pages, with those in the menu that have a place in it. */
export function CustomerFrame() {
  const { t } = useTranslation();
  const menu = pagesOf('customer').flatMap((name) => {
    const { menuIcon: icon, title }: Page = pages[name];
    return icon ? { to: paths[name], icon, label: t(title) } : [];
  });
  const uploads = useOfUploads((queue) => queue.underWay(), 0);
  const logoutText = uploads > 0 ? t('uploads.logout', { count: uploads }) : t('layout.logoutText');
  return (
    <CustomerLayout menu={menu} logoutText={logoutText} below={<UploadsPanel />}>
      <Suspense fallback={<Waiting />}>
        <Outlet />
      </Suspense>
    </CustomerLayout>
  );
}
