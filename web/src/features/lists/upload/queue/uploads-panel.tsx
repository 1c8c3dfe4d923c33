import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { generatePath, useLocation, useNavigate } from 'react-router-dom';
import type { ListSummary } from '../../../../../../shared/contract/list-detail.ts';
import { MIN_PREVIEW_CREDITS } from '../../../../../../shared/model/credits.ts';
import { type AppDependencies, useApi } from '../../../../lib/api.ts';
import { useMay, useMe } from '../../../../lib/me.ts';
import { paths, pricingPathFor } from '../../../../lib/paths.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { waitingListsQuery } from '../../row/list-query.ts';
import {
  listsPollInterval,
  LISTS_QUERY_KEY,
  listsQuery,
  NEWEST_LISTS_VIEW,
} from '../../row/queries.ts';
import { NameDialog } from '../file/name-dialog.tsx';
import { sendFile } from '../../../../lib/file/send-file.ts';
import { createUploadQueue, type UploadQueue } from './create-queue.ts';
import { UPLOAD_BANNER_MS } from './banner-ms.ts';
import { unreservedCredits } from './unreserved-credits.ts';
import { readListFile } from './read-file.ts';
import { hasEnded, blocksLeaving, type UploadItem, type UploadQueueState } from './reduce.ts';
import { UploadRow } from './upload-row.tsx';
import styles from './uploads-panel.module.css';
import { usePhaseText } from './use-phase-text.ts';

export const openUploadQueue = (dependencies: AppDependencies): UploadQueue =>
  createUploadQueue({ ...dependencies, readFile: readListFile, sendFile, now: Date.now });

/** After this time, the service has usually created the list of a transferred file. */
const LIST_CREATION_MS = 2000;
/**
 * Width from which the layout has a sidebar, and a file that needs the user's decision expands the
 * panel.
 */
const WIDE_SCREEN_QUERY = '(min-width: 768px)';
const ITEMS_ID = 'uploads';
/** Number of progress steps that screen readers announce; every percent would be too much. */
const ANNOUNCED_STEPS = 4;

export function UploadsPanel({ queue }: { queue: UploadQueue }) {
  const { t } = useTranslation();
  const { email } = useMe();
  const state = useSyncExternalStore(queue.subscribe, queue.state);
  const [chosen, setChosen] = useState<boolean>();
  const panel = useRef<HTMLElement>(null);
  const dispatch = useActions(queue, panel);
  const { data: lists } = useQuery({
    ...listsQuery(useApi(), NEWEST_LISTS_VIEW),
    refetchInterval: state.items.some(({ phase }) => phase.name === 'sent') && listsPollInterval,
  });
  const { data: waitingLists = [] } = useQuery(waitingListsQuery(useApi(), lists));
  const creditsNeededBy = (others: readonly UploadItem[]): number =>
    unreservedCredits(others, lists?.data ?? [], waitingLists);
  useArrivals(queue, creditsNeededBy(state.items), lists?.data);
  useClosedByNavigation(queue);
  const { items, open } = state;
  const openItem = items.find(({ id }) => id === open?.id);
  const note = useNote(state, openItem);
  if (queue.owner() !== email) return null;
  const listedItems = open?.first ? items.filter((item) => item !== openItem) : items;
  const expanded = chosen ?? (matchMedia(WIDE_SCREEN_QUERY).matches && listedItems.some(needsUser));
  return (
    <>
      {openItem && (
        <NameDialog
          file={openItem.file}
          name={openItem.name}
          note={note}
          creditsAhead={creditsNeededBy(items.filter((item) => item !== openItem))}
          onClose={() =>
            dispatch(open?.first ? { type: 'removed', id: openItem.id } : { type: 'closed' })
          }
          onNamed={(as) =>
            dispatch({ type: 'moved', id: openItem.id, phase: { name: 'queued' }, as })
          }
        />
      )}
      <Announcement state={state} />
      {listedItems.length > 0 && (
        <aside ref={panel} className={`unprinted ${styles.panel}`} aria-label={t('uploads.title')}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={expanded}
            aria-controls={ITEMS_ID}
            onClick={() => setChosen(!expanded)}
          >
            <span className="subheading">{t('uploads.title')}</span>
            <span className={`small ${styles.totals}`}>
              <Totals items={listedItems} />
            </span>
            <Icon name="down" />
          </button>
          {!expanded && <Sending items={listedItems} />}
          <div id={ITEMS_ID} hidden={!expanded} className={styles.body}>
            <ul>
              {listedItems.map((item) => (
                <UploadRow
                  key={item.id}
                  item={item}
                  row={rowOf(item, lists?.data)}
                  dispatch={dispatch}
                  creditsAhead={creditsNeededBy(items)}
                />
              ))}
            </ul>
            {listedItems.some(hasEnded) && (
              <Button variant="quiet" onClick={() => dispatch({ type: 'cleared' })}>
                {t('uploads.clear')}
              </Button>
            )}
          </div>
        </aside>
      )}
    </>
  );
}

const needsUser = ({ phase }: UploadItem): boolean =>
  phase.name === 'unconfirmed' || phase.name === 'failed' || phase.name === 'refused';

const rowOf = ({ phase }: UploadItem, rows?: readonly ListSummary[]): ListSummary | undefined =>
  phase.name === 'sent' ? rows?.find(({ id }) => id === phase.listId) : undefined;

function useNote(
  { items, open }: UploadQueueState,
  openItem: UploadItem | undefined,
): string | undefined {
  const { t } = useTranslation();
  if (!openItem) return undefined;
  const several = open?.first && items.at(-1) !== openItem;
  const notes = [
    ...(several ? [t('lists.upload.rejected.many'), t('uploads.others')] : []),
    ...(openItem.repeated ? [t('uploads.repeated')] : []),
  ];
  return notes.length > 0 ? notes.join(' ') : undefined;
}

function Totals({ items }: { items: readonly UploadItem[] }) {
  const { t } = useTranslation();
  const count = (...names: readonly UploadItem['phase']['name'][]): number =>
    items.filter(({ phase }) => names.includes(phase.name)).length;
  const totals = [
    ['underWay', count('queued', 'sending')],
    ['unconfirmed', count('waiting', 'reading', 'unconfirmed')],
    ['failed', count('failed', 'refused')],
    ['sent', count('sent')],
  ] as const;
  return totals
    .flatMap(([name, number]) =>
      number > 0 ? [t(`uploads.total.${name}`, { count: number })] : [],
    )
    .join(' · ');
}

function Sending({ items }: { items: readonly UploadItem[] }) {
  return items.map(
    ({ id, name, phase }) =>
      phase.name === 'sending' && <progress key={id} value={phase.share} aria-label={name} />,
  );
}

/** Announces to screen readers what happened to the files, one file at a time. */
function Announcement({ state: { items, changed } }: { state: UploadQueueState }) {
  const phaseText = usePhaseText();
  const item = items.find(({ id }) => id === changed);
  return (
    <p role="status" className="hidden">
      {item && isAnnounced(item) && `${item.name}: ${phaseText(roundProgress(item))}`}
    </p>
  );
}

const isAnnounced = ({ phase }: UploadItem): boolean =>
  phase.name !== 'waiting' && phase.name !== 'reading';

function roundProgress(item: UploadItem): UploadItem {
  const { phase } = item;
  if (phase.name !== 'sending') return item;
  const share = Math.floor(phase.share * ANNOUNCED_STEPS) / ANNOUNCED_STEPS;
  return { ...item, phase: { ...phase, share } };
}

/** Handles the user's actions. Moves the focus if the focused element is removed. */
function useActions(queue: UploadQueue, panel: RefObject<HTMLElement | null>) {
  const hasActed = useRef(false);
  useEffect(() => {
    const focusLost = hasActed.current && document.activeElement === document.body;
    hasActed.current = false;
    const container = panel.current ?? document.querySelector('main');
    if (focusLost)
      container?.querySelector<HTMLElement>('button, h1')?.focus({ preventScroll: true });
  });
  return (event: Parameters<UploadQueue['dispatch']>[0]): void => {
    hasActed.current = true;
    queue.dispatch(event);
  };
}

/**
 * Announces uploaded files and refreshes the history. When nothing is left to send or confirm but
 * credits are missing, opens the page of the only list if it gets a preview, or else the prices.
 * Clears finished items when that list's page opens, or UPLOAD_BANNER_MS after all were sent.
 */
function useArrivals(
  queue: UploadQueue,
  creditsNeeded: number,
  rows?: readonly ListSummary[],
): void {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { available_credit: available } = useMe();
  const mayBuy = useMay()('billing');
  const { arrived, items } = queue.state();
  // A list may have reserved credits. They would count twice until its row is refreshed.
  const onBalance = useEffectEvent(() => {
    if (items.some(({ phase }) => phase.name === 'sent'))
      void queries.invalidateQueries({ queryKey: LISTS_QUERY_KEY });
  });
  useEffect(() => onBalance(), [available]);
  const previousArrived = useRef(arrived);
  const previewListId = useRef<string>(undefined);
  useEffect(() => {
    if (arrived > previousArrived.current) {
      toast.success(t('lists.upload.uploaded'));
      const refresh = (): void => {
        // Refreshes the history, and a list page that was opened before the list existed.
        for (const queryKey of [LISTS_QUERY_KEY, ['list']])
          void queries.invalidateQueries({ queryKey });
      };
      refresh();
      setTimeout(refresh, LIST_CREATION_MS);
      if (creditsNeeded > available && !items.some(blocksLeaving)) {
        const [phase, ...others] = items.map((item) => item.phase);
        const isOnlyItem = phase?.name === 'sent' && others.length === 0;
        if (isOnlyItem && available >= MIN_PREVIEW_CREDITS) previewListId.current = phase.listId;
        else if (mayBuy) void navigate(pricingPathFor(creditsNeeded - available));
      }
    }
    previousArrived.current = arrived;
  }, [arrived, creditsNeeded, available, items, mayBuy, navigate, queries, t]);
  useEffect(() => {
    const id = previewListId.current;
    if (id === undefined || !rows?.some((row) => row.id === id)) return;
    previewListId.current = undefined;
    void navigate(generatePath(paths.list, { id }));
    queue.dispatch({ type: 'cleared' });
  }, [rows, navigate, queue]);
  const isDone = items.length > 0 && items.every(({ phase }) => phase.name === 'sent');
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => queue.dispatch({ type: 'cleared' }), UPLOAD_BANNER_MS);
    return () => clearTimeout(timer);
  }, [isDone, arrived, queue]);
}

/** Closes the dialog when the user follows one of its links. The file then remains in the queue. */
function useClosedByNavigation(queue: UploadQueue): void {
  const { pathname } = useLocation();
  const previousPathname = useRef(pathname);
  useEffect(() => {
    if (previousPathname.current !== pathname) queue.dispatch({ type: 'closed' });
    previousPathname.current = pathname;
  }, [pathname, queue]);
}
