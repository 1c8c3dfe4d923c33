import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { ListedRow, RowFilter } from '../../../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { LIST_STATUS } from '../../../../../shared/model/list-status.ts';
import { SAMPLE_LIST_ID } from '../../../../../shared/model/sample-list.ts';
import { useApi } from '../../../lib/api.ts';
import { lazyOptional } from '../../../lib/lazy-optional.ts';
import { useMay } from '../../../lib/me.ts';
import { paths } from '../../../lib/paths.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { QueryContent } from '../../../ui/table/loaded.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { DeleteButton, useDeletingListIds } from '../row/delete-button.tsx';
import { RenameButton } from '../row/rename-button.tsx';
import { isExpired, isShortOfCredits } from '../row/status-view.ts';
import { useTabTitle } from '../row/use-tab-title.ts';
import { Breakdown } from './breakdown.tsx';
import { Composer } from './composer.tsx';
import styles from '../list-page.module.css';
import { isListNotFound, listQuery } from '../row/list-query.ts';
import { formatProviderName } from './provider-name.ts';
import { UnreadNotice } from '../row/unread-notice.tsx';
import { LIST_TABS, type ListTab, EMPTY_FILTER, useListView } from './use-list-view.ts';

/** Lazily loaded, and mounted once the tab is selected, because hidden rows have no height. */
const Rows = lazy(async () => ({ default: (await import('./rows.tsx')).ListRowsView }));
/** Lazily loaded, because finished lists do not need it. */
const ListStatus = lazy(async () => ({
  default: (await import('./list-status.tsx')).ListStatusPanel,
}));
/** Lazily loaded, because they are not on the first screen. */
const MisreadPanel = lazyOptional(async () => (await import('./misread.tsx')).MisreadPanel);
const WatchPanel = lazyOptional(async () => (await import('../watch/watch.tsx')).WatchPanel);
const Scores = lazyOptional(async () => (await import('./scores.tsx')).ScoreHistogram);
const Shares = lazyOptional(async () => (await import('./shares.tsx')).VerdictShares);
const Facts = lazyOptional(async () => (await import('./facts.tsx')).ListDetailFacts);

interface Props {
  explain: (row: ListedRow) => ReactNode;
  /** Renders the bounces that customers report after a mailing to a finished list. */
  afterMailing?: (list: ListDetail) => ReactNode;
}

export function ListView(props: Props) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { state } = useLocation() as { state: { isNew?: boolean } | null };
  const query = useQuery({
    ...listQuery(useApi(), id),
    // A list exists once its file has arrived, so the link of an upload can be followed too early.
    retry: (failures, error) => state?.isNew === true && failures < 10 && isListNotFound(error),
    retryDelay: 2000,
  });
  const may = useMay();
  const missing = isListNotFound(query.error);
  const list = missing ? undefined : query.data;
  const tab = useTabTitle(list && [list]);
  return (
    <>
      <p className="unprinted">
        <Link to={paths.dashboard}>‹ {t('list.back')}</Link>
      </p>
      <div className={styles.head}>
        <PageHeading title={list?.file_name ?? t('list.title')} tabTitle={tab} />
        {list && list.id !== SAMPLE_LIST_ID && may('member') && <Actions list={list} />}
      </div>
      {missing ? (
        <div className={`panel ${styles.panel}`}>
          <p>{t('list.missing')}</p>
        </div>
      ) : (
        <QueryContent query={query} failed={t('list.failed')}>
          {list ? (
            // One boundary, so that all parts appear together and none of them moves.
            <Suspense fallback={<LoadingPanel />}>
              <Content key={list.id} list={list} {...props} />
            </Suspense>
          ) : (
            <LoadingPanel />
          )}
        </QueryContent>
      )}
    </>
  );
}

/** A placeholder. If the customer has just paid at Stripe, it mentions the payment. */
function LoadingPanel() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  return query.get('purchase') === 'ok' ? (
    <div className={`panel ${styles.panel}`}>
      <Notice tone="valid">{t('lists.paid.received')}</Notice>
    </div>
  ) : (
    <p className="muted">{t('common.loading')}</p>
  );
}

function Actions({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const group = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={group}
      role="group"
      aria-label={t('list.actions')}
      className={`unprinted ${styles.actions}`}
    >
      <RenameButton row={list} />
      <DeleteButton
        row={list}
        deleting={useDeletingListIds().has(list.id)}
        fallback={group}
        onDeleted={() => void navigate(paths.dashboard)}
      />
    </div>
  );
}

function Content({ list, explain, afterMailing }: Props & { list: ListDetail }) {
  const { t } = useTranslation();
  const { tab, filter, show, narrow } = useListView();
  const tabs = useRef<HTMLDivElement>(null);
  const shouldScroll = useRef(false);
  const isResultDeleted = isExpired(list);
  const answeredList = answeredCounts(list);
  const isFinished = list.status === LIST_STATUS.finished;
  const isCanceled = list.status === LIST_STATUS.canceled;
  const hasAnswers = answeredList.processed > 0;
  const hasRows = hasAnswers && !isCanceled;
  const [wasFinished] = useState(isFinished);
  const justFinished = isFinished && !wasFinished;
  /** Shows only the rows that match this filter, and clears all other filters. */
  const showOnly = (only: RowFilter): void => {
    narrow({ ...EMPTY_FILTER, ...only });
    // The pressed control is now hidden, so move the focus to the tab.
    tabs.current?.querySelectorAll<HTMLElement>('[role=tab]')[LIST_TABS.indexOf('rows')]?.focus();
    shouldScroll.current = true;
  };
  // Scroll after the tab has changed, because only the page with the rows is tall enough.
  useEffect(() => {
    if (shouldScroll.current) tabs.current?.scrollIntoView({ block: 'start' });
    shouldScroll.current = false;
  }, [tab]);
  const contents: Record<ListTab, ReactNode> = {
    overview: hasAnswers && (
      <Overview
        list={answeredList}
        filter={filter}
        onChoose={hasRows && !isResultDeleted ? showOnly : undefined}
        afterMailing={afterMailing}
      />
    ),
    rows: hasRows && (
      <div className={`panel unprinted ${styles.rows}`}>
        {isResultDeleted && <p className="muted">{t('list.rows.gone')}</p>}
        {!isResultDeleted && tab === 'rows' && (
          <Suspense
            fallback={
              <p aria-busy="true" className="muted">
                {t('common.loading')}
              </p>
            }
          >
            <Rows list={answeredList} explain={explain} />
          </Suspense>
        )}
      </div>
    ),
    details: (
      <div className={`panel ${styles.panel}`}>
        <Suspense>
          <Facts list={list} />
        </Suspense>
      </div>
    ),
  };
  const visibleTabs = LIST_TABS.filter((name) => Boolean(contents[name]));
  return (
    <>
      <p role="status" className="hidden">
        {justFinished && t('lists.message.finished')}
      </p>
      {(!isFinished || isResultDeleted) && (
        <div className={`panel ${styles.panel}`}>
          <ListStatus list={list} />
        </div>
      )}
      {contents.overview && !isShortOfCredits(list) && (
        <Composer list={answeredList} justFinished={justFinished} />
      )}
      {list.cancel_until !== undefined && <MisreadPanel list={list} />}
      {!isCanceled && <UnreadNotice {...list} />}
      <div ref={tabs} className={styles.tabs}>
        <Tabs
          withoutCard
          label={t('list.title')}
          tabs={visibleTabs.map((name) => ({
            name,
            title: t(`list.tab.${name}`),
            content: contents[name],
          }))}
          chosen={Math.max(0, visibleTabs.indexOf(tab))}
          onChoose={(position) => show({ tab: visibleTabs[position] })}
        />
      </div>
    </>
  );
}

interface OverviewProps extends Pick<Props, 'afterMailing'> {
  list: ListDetail;
  filter: RowFilter;
  onChoose: ((only: RowFilter) => void) | undefined;
}

function Overview({ list, filter, onChoose, afterMailing }: OverviewProps) {
  const { t } = useTranslation();
  const hasResult = list.status === LIST_STATUS.finished && !isExpired(list);
  return (
    <>
      <div className={`panel ${styles.panel}`}>
        <Breakdown list={list} filter={filter} onChoose={onChoose} />
      </div>
      <Suspense>
        <WatchPanel list={list} onChoose={onChoose} />
        {hasResult && list.id !== SAMPLE_LIST_ID && afterMailing?.(list)}
        {list.domains.length > 0 && (
          <div className={styles.sides}>
            <Shares
              title={t('list.domains')}
              kind={t('list.rows.domain')}
              shares={list.domains}
              total={list.processed}
              onChoose={onChoose && ((domain) => onChoose({ domain }))}
            />
            {list.providers.length > 0 && (
              <Shares
                title={t('list.providers')}
                kind={t('list.take.column.provider')}
                shares={list.providers}
                total={list.processed}
                nameOf={formatProviderName}
              />
            )}
          </div>
        )}
        {list.scores.length > 0 && <Scores scores={list.scores} />}
      </Suspense>
    </>
  );
}

/**
 * Excludes malformed addresses until the list is finished. The server counts them as invalid from
 * the start, but they are not the result of a check and have no rows yet.
 */
function answeredCounts(list: ListDetail): ListDetail {
  if (list.status === LIST_STATUS.finished) return list;
  const { bad_syntax: malformed = 0, ...reasons } = list.reasons;
  const { processed, invalid } = list;
  return { ...list, processed: processed - malformed, invalid: invalid - malformed, reasons };
}
