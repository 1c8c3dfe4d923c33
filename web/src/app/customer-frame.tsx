import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { CustomerLayout } from '../features/layout/customer-layout.tsx';
import { paths } from '../lib/paths.ts';
import { Waiting } from './waiting.tsx';

/** The customer's frame with its menu: a new page is one more line here. */
export function CustomerFrame() {
  const { t } = useTranslation();
  return (
    <CustomerLayout
      destinations={[{ to: paths.dashboard, icon: 'envelope', label: t('layout.dashboard.title') }]}
    >
      <Suspense fallback={<Waiting />}>
        <Outlet />
      </Suspense>
    </CustomerLayout>
  );
}
