import { Suspense } from 'react';
import { AdminDashboardPage } from '../../features/admin/dashboard-page.tsx';
import { withTexts } from '../../i18n/i18n.ts';
import { lazyOptional } from '../../lib/lazy-optional.ts';

/** Lazily loaded, because it is below the first screen. */
const Accuracy = lazyOptional(
  async () =>
    (await withTexts(import('../../features/bounces/accuracy.tsx'), 'bounces'))
      .MeasuredAccuracyCard,
);

export const AdminPage = () => (
  <>
    <AdminDashboardPage />
    <Suspense>
      <Accuracy />
    </Suspense>
  </>
);
