import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { generatePath, useLocation, useNavigate } from 'react-router-dom';
import type { ListRow } from '../../../../../../shared/contract/lists.ts';
import { MIN_PREVIEW_CREDITS } from '../../../../../../shared/model/credits.ts';
import { type Services, useApi } from '../../../../lib/api.ts';
import { useMe } from '../../../../lib/me.ts';
import { paths, pricesFor } from '../../../../lib/paths.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { shortListsQuery } from '../../row/list-query.ts';
import { listsGap, listsKey, listsQuery, NEWEST } from '../../row/queries.ts';
import { NameDialog } from '../file/name-dialog.tsx';
import { sendFile } from '../file/send-file.ts';
import { createQueue, type UploadQueue } from './create-queue.ts';
import { BANNER_MS } from './banner-ms.ts';
import { creditsAsked } from './credits-asked.ts';
import { readFile } from './read-file.ts';
import { hasEnded, isAtStake, type Item, type Queue } from './reduce.ts';
import { UploadRow } from './upload-row.tsx';
import styles from './uploads-panel.module.css';
import { usePhaseText } from './use-phase-text.ts';

export const openQueue = (services: Services): UploadQueue =>
  createQueue({ ...services, readFile, sendFile, now: Date.now });

/** The store usually notifies the service within this time, so the list then exists. */
const ARRIVAL_MS = 2000;
/** With a sidebar there is room for more than one line. */
const WIDE = '(min-width: 768px)';
const ITEMS_ID = 'uploads';
/** Number of announced steps, because every percent would be too many for screen readers. */
const ANNOUNCED_STEPS = 4;

export function UploadsPanel({ queue }: { queue: UploadQueue }) {
  const { t } = useTranslation();
  const { email } = useMe();
  const state = useSyncExternalStore(queue.subscribe, queue.state);
  const [expanded, setExpanded] = useState(() => matchMedia(WIDE).matches);
  const panel = useRef<HTMLElement>(null);
  const act = useActions(queue, panel);
  const { data: lists } = useQuery({
    ...listsQuery(useApi(), NEWEST),
    refetchInterval: state.items.some(({ phase }) => phase.name === 'sent') && listsGap,
  });
  const { data: short = [] } = useQuery(shortListsQuery(useApi(), lists));
  const askedBy = (others: readonly Item[]): number =>
    creditsAsked(others, lists?.data ?? [], short);
  useArrivals(queue, askedBy(state.items), lists?.data);
  useClosedByNavigation(queue);
  const { items, open } = state;
  const asked = items.find(({ id }) => id === open?.id);
  const note = useNote(state, asked);
  if (queue.owner() !== email) return null;
  const listed = open?.first ? items.filter((item) => item !== asked) : items;
  return (
    <>
      {asked && (
        <NameDialog
          file={asked.file}
          name={asked.name}
          note={note}
          asked={askedBy(items.filter((item) => item !== asked))}
          onClose={() => act(open?.first ? { type: 'removed', id: asked.id } : { type: 'closed' })}
          onNamed={(as) => act({ type: 'moved', id: asked.id, phase: { name: 'queued' }, as })}
        />
      )}
      <Announcement state={state} />
      {listed.length > 0 && (
        <aside ref={panel} className={`unprinted ${styles.panel}`} aria-label={t('uploads.title')}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={expanded}
            aria-controls={ITEMS_ID}
            onClick={() => setExpanded(!expanded)}
          >
            <span className="subheading">{t('uploads.title')}</span>
            <span className={`small ${styles.totals}`}>
              <Totals items={listed} />
            </span>
            <Icon name="down" />
          </button>
          {!expanded && <Sending items={listed} />}
          <div id={ITEMS_ID} hidden={!expanded} className={styles.body}>
            <ul>
              {listed.map((item) => (
                <UploadRow
                  key={item.id}
                  item={item}
                  row={rowOf(item, lists?.data)}
                  act={act}
                  asked={askedBy(items)}
                />
              ))}
            </ul>
            {listed.some(hasEnded) && (
              <Button variant="quiet" onClick={() => act({ type: 'cleared' })}>
                {t('uploads.clear')}
              </Button>
            )}
          </div>
        </aside>
      )}
    </>
  );
}

const rowOf = ({ phase }: Item, rows?: readonly ListRow[]): ListRow | undefined =>
  phase.name === 'sent' ? rows?.find(({ id }) => id === phase.listId) : undefined;

function useNote({ items, open }: Queue, asked: Item | undefined): string | undefined {
  const { t } = useTranslation();
  if (!asked) return undefined;
  const several = open?.first && items.at(-1) !== asked;
  const notes = [
    ...(several ? [t('lists.upload.rejected.many'), t('uploads.others')] : []),
    ...(asked.repeated ? [t('uploads.repeated')] : []),
  ];
  return notes.length > 0 ? notes.join(' ') : undefined;
}

function Totals({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation();
  const count = (...names: readonly Item['phase']['name'][]): number =>
    items.filter(({ phase }) => names.includes(phase.name)).length;
  const totals = [
    ['underWay', count('queued', 'sending')],
    ['unconfirmed', count('waiting', 'reading', 'unconfirmed')],
    ['failed', count('failed', 'refused')],
    ['sent', count('sent')],
  ] as const;
  return totals
    .flatMap(([name, many]) => (many > 0 ? [t(`uploads.total.${name}`, { count: many })] : []))
    .join(' · ');
}

function Sending({ items }: { items: readonly Item[] }) {
  return items.map(
    ({ id, name, phase }) =>
      phase.name === 'sending' && <progress key={id} value={phase.share} aria-label={name} />,
  );
}

/** Announces the outcome of files to screen readers, one at a time. */
function Announcement({ state: { items, changed } }: { state: Queue }) {
  const phaseText = usePhaseText();
  const item = items.find(({ id }) => id === changed);
  return (
    <p role="status" className="hidden">
      {item && isTold(item) && `${item.name}: ${phaseText(inSteps(item))}`}
    </p>
  );
}

const isTold = ({ phase }: Item): boolean => phase.name !== 'waiting' && phase.name !== 'reading';

function inSteps(item: Item): Item {
  const { phase } = item;
  if (phase.name !== 'sending') return item;
  const share = Math.floor(phase.share * ANNOUNCED_STEPS) / ANNOUNCED_STEPS;
  return { ...item, phase: { ...phase, share } };
}

/** Handles the user's actions, and moves the focus when a focused element is removed. */
function useActions(queue: UploadQueue, panel: RefObject<HTMLElement | null>) {
  const acted = useRef(false);
  useEffect(() => {
    const lost = acted.current && document.activeElement === document.body;
    acted.current = false;
    const place = panel.current ?? document.querySelector('main');
    if (lost) place?.querySelector<HTMLElement>('button, h1')?.focus({ preventScroll: true });
  });
  return (event: Parameters<UploadQueue['dispatch']>[0]): void => {
    acted.current = true;
    queue.dispatch(event);
  };
}

/**
 * Announces arrived files and refreshes the history. If nothing is left to send or confirm and
 * credits are missing, it opens the page of a list with a preview, or else the prices. Sent items
 * are cleared then, or with the banner.
 */
function useArrivals(queue: UploadQueue, asked: number, rows?: readonly ListRow[]): void {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { available_credit: available } = useMe();
  const { arrived, items } = queue.state();
  const before = useRef(arrived);
  const looked = useRef<string>(undefined);
  useEffect(() => {
    if (arrived > before.current) {
      toast.success(t('lists.upload.uploaded'));
      const refresh = (): void => {
        // Refreshes the history, and a list page that was opened before its list existed.
        for (const queryKey of [listsKey, ['list']]) void queries.invalidateQueries({ queryKey });
      };
      refresh();
      setTimeout(refresh, ARRIVAL_MS);
      if (asked > available && !items.some(isAtStake)) {
        const [phase, ...others] = items.map((item) => item.phase);
        const isAlone = phase?.name === 'sent' && others.length === 0;
        if (isAlone && available >= MIN_PREVIEW_CREDITS) looked.current = phase.listId;
        else void navigate(pricesFor(asked - available));
      }
    }
    before.current = arrived;
  }, [arrived, asked, available, items, navigate, queries, t]);
  useEffect(() => {
    const id = looked.current;
    if (id === undefined || !rows?.some((row) => row.id === id)) return;
    looked.current = undefined;
    void navigate(generatePath(paths.list, { id }));
    queue.dispatch({ type: 'cleared' });
  }, [rows, navigate, queue]);
  const isDone = items.length > 0 && items.every(({ phase }) => phase.name === 'sent');
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => queue.dispatch({ type: 'cleared' }), BANNER_MS);
    return () => clearTimeout(timer);
  }, [isDone, arrived, queue]);
}

/** A link in the dialog navigates away: the file waits meanwhile. */
function useClosedByNavigation(queue: UploadQueue): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== pathname) queue.dispatch({ type: 'closed' });
    before.current = pathname;
  }, [pathname, queue]);
}
