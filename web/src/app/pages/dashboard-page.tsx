import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BuyMore } from '../../features/billing/buy-more.tsx';
import { History } from '../../features/lists/history/history.tsx';
import { listsKey } from '../../features/lists/history/queries.ts';
import { useRunning } from '../../features/lists/history/use-running.ts';
import { SingleCheck } from '../../features/checks/single-check.tsx';
import { UploadList } from '../../features/lists/upload/upload-list.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Tabs } from '../../ui/tabs.tsx';

/** The time after which the storage has told the service of a new file, so that its list exists. */
const ARRIVAL_MS = 2000;

export function DashboardPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: listsKey });
  const onSubmitted = (): void => {
    void refresh();
    setTimeout(refresh, ARRIVAL_MS);
  };
  return (
    <>
      <PageHeading title={t('layout.dashboard.title')} tab={useRunning()} />
      <Tabs
        label={t('layout.dashboard.tabs')}
        tabs={[
          {
            name: 'list',
            title: t('layout.dashboard.list'),
            content: <UploadList onSubmitted={onSubmitted} />,
          },
          { name: 'single', title: t('layout.dashboard.single'), content: <SingleCheck /> },
        ]}
      />
      <BuyMore />
      <History />
    </>
  );
}
