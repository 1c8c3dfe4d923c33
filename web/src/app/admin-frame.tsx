import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { AdminLayout } from '../features/layout/admin-layout.tsx';
import { usePageLinks } from './use-page-links.ts';

export const AdminFrame = () => (
  <AdminLayout
    menu={[...usePageLinks('admin', 'menuIcon'), ...usePageLinks('account', 'tabIcon')]}
    links={usePageLinks('anyone', 'footIcon')}
  >
    <Suspense>
      <Outlet />
    </Suspense>
  </AdminLayout>
);
