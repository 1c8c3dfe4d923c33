import { Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { BuyMore } from '../../features/billing/buy-more.tsx';
import { ListHistory } from '../../features/lists/history/history.tsx';
import { useHasNoLists, useProgressTitle } from '../../features/lists/history/use-newest-lists.ts';
import { SingleCheck } from '../../features/checks/single-check.tsx';
import { useEarlierChecks } from '../../features/checks/use-check.ts';
import { useFirstStepsFlags } from '../../features/lists/start/use-first-steps-flags.ts';
import { UploadList } from '../../features/lists/upload/upload-list.tsx';
import { EMPTY_TILES, Tiles } from '../../ui/chart/tiles.tsx';
import { withTexts } from '../../i18n/i18n.ts';
import { lazyOptional } from '../../lib/lazy-optional.ts';
import { useMay, useMe } from '../../lib/me.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const LIST_TAB = 0;
const SINGLE_TAB = 1;

/** Lazily loaded, because only customers who have no list yet see them. */
const FirstSteps = lazyOptional(
  async () =>
    (await withTexts(import('../../features/lists/start/first-steps.tsx'), 'start')).FirstSteps,
);
const SampleRow = lazyOptional(
  async () =>
    (await withTexts(import('../../features/lists/start/sample-row.tsx'), 'start')).SampleRow,
);

const MonthTiles = lazyOptional(
  async () => (await withTexts(import('../../features/usage/month-tiles.tsx'), 'usage')).MonthTiles,
);

export function DashboardPage() {
  const { t } = useTranslation();
  const [tab, setTab] = useState(LIST_TAB);
  const panel = useRef<HTMLDivElement>(null);
  const [flags, setFlag] = useFirstStepsFlags();
  const checked = useEarlierChecks(undefined).length > 0;
  const isNew = useHasNoLists();
  const { stripe_customer_id: customer, used_credit: used } = useMe();
  const may = useMay();
  // A customer who has had a list or has paid is not new, even after deleting all lists.
  const mayBeNew = may('member') && customer === null && !flags.includes('stepsClosed');
  useEffect(() => {
    if (isNew === false) setFlag('stepsClosed');
  });

  /** Shows a tab and returns the element in it that matches `selector`. */
  const openTab = (tabIndex: number, selector: string): HTMLInputElement | null | undefined => {
    flushSync(() => setTab(tabIndex));
    return panel.current?.querySelector<HTMLInputElement>(selector);
  };
  // Navigation state set by the finder (Ctrl+K): an address to check, or an upload to start.
  const { state, search } = useLocation() as {
    state: { check?: string; newList?: true } | null;
    search: string;
  };
  const navigate = useNavigate();
  useEffect(() => {
    // In a timer, because flushSync is not allowed in an effect.
    const timer = setTimeout(() => {
      if (state === null) return;
      if (state.newList) openTab(LIST_TAB, '[type=file]')?.click();
      if (state.check !== undefined) {
        const field = openTab(SINGLE_TAB, '[name=email]');
        if (field) field.value = state.check;
        field?.focus();
      }
      // Clear the state, because a reload or going back would otherwise repeat the request.
      void navigate({ search }, { replace: true, state: null });
    });
    return () => clearTimeout(timer);
  }, [state, search, navigate]);
  return (
    <>
      <PageHeading title={t('layout.dashboard.title')} tabTitle={useProgressTitle()} />
      {may('member') && (
        <div ref={panel}>
          <Tabs
            label={t('layout.dashboard.tabs')}
            chosen={tab}
            onChoose={setTab}
            tabs={[
              {
                name: 'list',
                title: t('layout.dashboard.list'),
                content: <UploadList />,
              },
              { name: 'single', title: t('layout.dashboard.single'), content: <SingleCheck /> },
            ]}
          />
        </div>
      )}
      {may('billing') && <BuyMore />}
      <ListHistory
        steps={
          mayBeNew && (
            <Suspense>
              <FirstSteps
                flags={flags}
                setFlag={setFlag}
                checked={checked}
                onCheck={() => openTab(SINGLE_TAB, '[name=email]')?.focus()}
                onChoose={() => openTab(LIST_TAB, '[type=file]')?.click()}
              />
            </Suspense>
          )
        }
        sample={
          may('member') &&
          !flags.includes('sampleClosed') && (
            <Suspense>
              <SampleRow onClose={() => setFlag('sampleClosed')} />
            </Suspense>
          )
        }
      />
      {/* Render the tiles only once the height of the history is known, because they would
          otherwise move. */}
      {used > 0 && isNew !== undefined && (
        <Suspense fallback={<Tiles tiles={EMPTY_TILES} />}>
          <MonthTiles />
        </Suspense>
      )}
    </>
  );
}
