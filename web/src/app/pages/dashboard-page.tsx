import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BuyMore } from '../../features/billing/buy-more.tsx';
import { History } from '../../features/lists/history/history.tsx';
import { listsKey } from '../../features/lists/history/queries.ts';
import { useRunning } from '../../features/lists/history/use-running.ts';
import { SingleCheck } from '../../features/checks/single-check.tsx';
import { FirstStep } from '../../features/lists/upload/first-step.tsx';
import { UploadList, type UploadStarts } from '../../features/lists/upload/upload-list.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Tabs } from '../../ui/tabs.tsx';

/** The time after which the storage has told the service of a new file, so that its list exists. */
const ARRIVAL_MS = 2000;
const LIST_TAB = 0;

export function DashboardPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [tab, setTab] = useState(LIST_TAB);
  const upload = useRef<UploadStarts>(null);
  const begin = (how: (starts: UploadStarts) => void): void => {
    setTab(LIST_TAB);
    if (upload.current) how(upload.current);
  };
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
        chosen={tab}
        onChoose={setTab}
        tabs={[
          {
            name: 'list',
            title: t('layout.dashboard.list'),
            content: <UploadList ref={upload} onSubmitted={onSubmitted} />,
          },
          { name: 'single', title: t('layout.dashboard.single'), content: <SingleCheck /> },
        ]}
      />
      <BuyMore />
      <History
        firstStep={
          <FirstStep
            onPaste={() => begin((starts) => starts.paste())}
            onSample={(file) => begin((starts) => starts.take(file))}
          />
        }
      />
    </>
  );
}
