import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { CustomerLayout } from '../features/layout/customer-layout.tsx';
import { withTexts } from '../i18n/i18n.ts';
import { useMe } from '../lib/me.ts';
import { usePreventStrayDrops } from '../lib/file/prevent-stray-drops.ts';
import { SubmittedBanner } from '../features/lists/upload/submitted-banner.tsx';
import { LazyUploadsPanel, useUploadCount } from '../features/lists/upload/uploads.tsx';
import { useMenuPage, usePageLinks } from './use-page-links.ts';
import { LoadingIndicator } from './loading.tsx';

/** Lazily loaded, because most people have one account. */
const AccountSwitcher = lazy(async () => {
  const switcher = import('../features/members/account-switcher.tsx');
  return { default: (await withTexts(switcher, 'members')).AccountSwitcher };
});

export function CustomerFrame() {
  const { t } = useTranslation();
  usePreventStrayDrops();
  const menu = usePageLinks('customer', 'menuIcon');
  const tabs = [...usePageLinks('customer', 'tabIcon'), ...usePageLinks('account', 'tabIcon')];
  const foot = usePageLinks('anyone', 'footIcon');
  const uploads = useUploadCount((queue) => queue.uploadingCount());
  const hasSeveral = useMe().accounts.length > 1;
  const logoutText = uploads > 0 ? t('uploads.logout', { count: uploads }) : t('layout.logoutText');
  return (
    <CustomerLayout
      menu={menu}
      foot={foot}
      findable={[...menu, ...tabs, ...foot]}
      current={useMenuPage(tabs)}
      logoutText={logoutText}
      switcher={
        hasSeveral ? (narrow) => <AccountSwitcher narrow={narrow} uploads={uploads} /> : undefined
      }
      banner={<SubmittedBanner />}
      bottomPanel={<LazyUploadsPanel />}
    >
      <Suspense fallback={<LoadingIndicator />}>
        <Outlet />
      </Suspense>
    </CustomerLayout>
  );
}
