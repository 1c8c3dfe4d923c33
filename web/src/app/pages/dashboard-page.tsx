import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { BuyMore } from '../../features/billing/buy-more.tsx';
import { History } from '../../features/lists/history/history.tsx';
import { useIsNew, useRunning } from '../../features/lists/history/use-running.ts';
import { SingleCheck } from '../../features/checks/single-check.tsx';
import { useEarlierChecks } from '../../features/checks/use-check.ts';
import { useFlags } from '../../features/lists/start/use-flags.ts';
import { UploadList } from '../../features/lists/upload/upload-list.tsx';
import { EMPTY_TILES, Tiles } from '../../ui/chart/tiles.tsx';
import { withTexts } from '../../i18n/i18n.ts';
import { useMe } from '../../lib/me.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './dashboard-page.module.css';

const LIST_TAB = 0;
const SINGLE_TAB = 1;

/** What the page can do without: without a network to load it from, it shows nothing. */
const ifReachable = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }));

/** Only customers without a list see these. */
const FirstSteps = ifReachable(
  async () =>
    (await withTexts(import('../../features/lists/start/first-steps.tsx'), 'start')).FirstSteps,
);
const SampleRow = ifReachable(
  async () =>
    (await withTexts(import('../../features/lists/start/sample-row.tsx'), 'start')).SampleRow,
);

/** As high as the steps, so that nothing below moves when it is known that they are to be shown. */
const STEPS_PLACE = <div className={styles.steps} />;

const MonthTiles = ifReachable(
  async () => (await withTexts(import('../../features/usage/month-tiles.tsx'), 'usage')).MonthTiles,
);

export function DashboardPage() {
  const { t } = useTranslation();
  const [tab, setTab] = useState(LIST_TAB);
  const panel = useRef<HTMLDivElement>(null);
  const [flags, setFlag] = useFlags();
  const checked = useEarlierChecks(undefined).length > 0;
  const isNew = useIsNew();
  const { stripe_customer_id: customer, used_credit: used } = useMe();
  // Who has had a list, or has paid, has begun, and stays so when the last list is deleted.
  const mayBeNew = customer === null && !flags.includes('stepsClosed');
  // Until the lists are there. Who has used credits here before a list has checked an address.
  const likelyNew = used === 0 || flags.includes('check');
  useEffect(() => {
    if (isNew === false) setFlag('stepsClosed');
  });

  /** Shows a tab, and what a step begins with on it. */
  const begin = (on: number, what: string): HTMLInputElement | null | undefined => {
    flushSync(() => setTab(on));
    return panel.current?.querySelector<HTMLInputElement>(what);
  };
  // An address that somebody has typed elsewhere to have it checked here.
  const { state } = useLocation() as { state: { check?: string } | null };
  useEffect(() => {
    // Later, since a tab is shown at once, which is no part of an effect.
    const timer = setTimeout(() => {
      if (state?.check === undefined) return;
      const field = begin(SINGLE_TAB, '[name=email]');
      if (field) field.value = state.check;
      field?.focus();
    });
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <>
      <PageHeading title={t('layout.dashboard.title')} tab={useRunning()} />
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
      {mayBeNew && (isNew === undefined ? likelyNew : isNew) ? (
        <Suspense fallback={STEPS_PLACE}>
          {isNew ? (
            <FirstSteps
              flags={flags}
              setFlag={setFlag}
              checked={checked}
              onCheck={() => begin(SINGLE_TAB, '[name=email]')?.focus()}
              onChoose={() => begin(LIST_TAB, '[type=file]')?.click()}
            />
          ) : (
            STEPS_PLACE
          )}
        </Suspense>
      ) : (
        <BuyMore />
      )}
      {used > 0 && (
        <Suspense fallback={<Tiles tiles={EMPTY_TILES} />}>
          <MonthTiles />
        </Suspense>
      )}
      <History
        sample={
          !flags.includes('sampleClosed') && (
            <Suspense>
              <SampleRow onClose={() => setFlag('sampleClosed')} />
            </Suspense>
          )
        }
      />
    </>
  );
}
