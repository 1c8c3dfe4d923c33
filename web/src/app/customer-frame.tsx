import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { CustomerLayout } from '../features/layout/customer-layout.tsx';
import { usePreventStrayDrops } from '../lib/file/prevent-stray-drops.ts';
import { SubmittedBanner } from '../features/lists/upload/submitted-banner.tsx';
import { LazyUploadsPanel, useUploadCount } from '../features/lists/upload/uploads.tsx';
import { useMenuPage, usePageLinks } from './use-page-links.ts';
import { LoadingIndicator } from './loading.tsx';

export function CustomerFrame() {
  const { t } = useTranslation();
  usePreventStrayDrops();
  const menu = usePageLinks('customer', 'menuIcon');
  const tabs = [...usePageLinks('customer', 'tabIcon'), ...usePageLinks('account', 'tabIcon')];
  const foot = usePageLinks('anyone', 'footIcon');
  const uploads = useUploadCount((queue) => queue.uploadingCount());
  const logoutText = uploads > 0 ? t('uploads.logout', { count: uploads }) : t('layout.logoutText');
  return (
    <CustomerLayout
      menu={menu}
      foot={foot}
      findable={[...menu, ...tabs, ...foot]}
      current={useMenuPage(tabs)}
      logoutText={logoutText}
      banner={<SubmittedBanner />}
      bottomPanel={<LazyUploadsPanel />}
    >
      <Suspense fallback={<LoadingIndicator />}>
        <Outlet />
      </Suspense>
    </CustomerLayout>
  );
}
