import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedRow } from '../../../../../shared/contract/list-rows.ts';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { type RowColumns, RowLine } from './row-line.tsx';
import styles from './rows.module.css';
import type { RowsResult } from './use-rows.ts';
import {
  layoutHeight,
  positionAfterScroll,
  type ScrollPosition,
  positionAt,
  TOP_POSITION,
} from './virtual-scroll.ts';

/** Number of rows rendered above and below the visible rows. */
const OVERSCAN_ROWS = 8;

/** An expanded row, with its additional height in pixels. */
interface ExpandedRow {
  readonly row: number;
  readonly extra: number;
}

/**
 * Virtualizes a large number of rows of equal height. The caller attaches `scroller` to the
 * scrolling element, `head` to its sticky head, and `probe` to an element with the height of a row.
 */
function useVirtualRows(count: number, opened: ExpandedRow | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  const [{ view, height, isWide }, setSize] = useState({ view: 600, height: 44, isWide: true });
  const [position, setPosition] = useState<ScrollPosition>(TOP_POSITION);

  useLayoutEffect(() => {
    const measure = (): void => {
      const above = head.current?.offsetHeight ?? 0;
      const next = {
        view: Math.max((scroller.current?.clientHeight ?? 0) - above, 1),
        height: probe.current?.offsetHeight || 1,
        isWide: above > 0,
      };
      setSize((size) =>
        size.view === next.view && size.height === next.height && size.isWide === next.isWide
          ? size
          : next,
      );
    };
    const observer = new ResizeObserver(measure);
    for (const { current } of [scroller, probe]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, []);

  const content = count * height + (opened?.extra ?? 0);
  const extent = { content, view };
  const below = (opened && opened.extra && (opened.row + 1) * height) || Number.POSITIVE_INFINITY;
  const rowAt = (offset: number): number => {
    const above = offset < below ? offset : Math.max(below - 1, offset - (opened?.extra ?? 0));
    return Math.min(Math.max(0, Math.floor(above / height)), Math.max(0, count - 1));
  };
  const startOf = (row: number): number =>
    row * height + (opened && row > opened.row ? opened.extra : 0);
  const layout = layoutHeight(content);

  return {
    scroller,
    head,
    probe,
    layout,
    /** Height of a collapsed row in pixels. */
    height,
    /** Whether there is room for columns and thus for a table head. */
    isWide,
    first: rowAt(position.offset),
    last: rowAt(position.offset + view),
    margin: OVERSCAN_ROWS,
    /** Returns the offset of a row in the layout in pixels, clamped for rows far away. */
    topOf: (row: number): number =>
      Math.min(Math.max(0, startOf(row) - position.offset + position.at), layout - height),
    onScroll(): void {
      const to = scroller.current?.scrollTop ?? 0;
      setPosition((from) => (from.at === to ? from : positionAfterScroll(from, to, extent)));
    },
    /** Scrolls by the minimum needed to make a row visible. */
    reveal(row: number): void {
      const top = startOf(row);
      const bottom = top + height;
      if (top >= position.offset && bottom <= position.offset + view) return;
      const next = positionAt(top < position.offset ? top : bottom - view, extent);
      setPosition(next);
      scroller.current?.scrollTo({ top: next.at });
    },
  };
}

/** Number of rows beyond the visible ones to load in advance. */
const PREFETCH_ROWS = 50;

interface Props {
  rows: RowsResult;
  columns: RowColumns;
  explain: (row: ListedRow) => ReactNode;
}

/**
 * A virtualized table with one tab stop. Arrow keys, Home, End and the page keys move between rows.
 * Enter expands a row to explain its verdict, or opens a dialog if there is no room.
 */
export function RowsTable({ rows, columns, explain }: Props) {
  const { t } = useTranslation();
  const { count, total, at, setVisibleRange, mayGrow } = rows;
  const [opened, setOpened] = useState<{ row: number; extra: number }>();
  const [focused, setFocused] = useState<number>();
  const isMovingFocus = useRef(false);
  const virtualRows = useVirtualRows(count, opened);
  const { scroller, first, last, margin, reveal } = virtualRows;

  const onVisibleRange = useEffectEvent(setVisibleRange);
  useEffect(
    () =>
      onVisibleRange(Math.max(0, first - PREFETCH_ROWS), Math.min(count - 1, last + PREFETCH_ROWS)),
    [first, last, count],
  );
  useLayoutEffect(() => {
    if (!isMovingFocus.current || focused === undefined) return;
    isMovingFocus.current = false;
    const button = `[aria-rowindex="${focused + 2}"] button`;
    scroller.current?.querySelector<HTMLElement>(button)?.focus({ preventScroll: true });
  });

  const from = Math.max(0, first - margin);
  const renderedRows = Array.from(
    { length: Math.min(count, last + margin + 1) - from },
    (_, n) => from + n,
  );
  // Keep the focused row mounted while it is out of view.
  if (focused !== undefined && focused < count && !renderedRows.includes(focused))
    renderedRows.push(focused);
  const tabStop = focused ?? first;
  const dialogRow = virtualRows.isWide || opened === undefined ? undefined : at(opened.row);
  const numbers = mayGrow ? styles.unnumbered : '';

  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, last - first - 1);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: tabStop + 1,
      ArrowUp: tabStop - 1,
      PageDown: tabStop + page,
      PageUp: tabStop - page,
      Home: 0,
      End: count - 1,
    };
    const to = moves[event.key];
    const isRow = event.target instanceof Element && event.target.matches('[aria-expanded]');
    if (to === undefined || !isRow) return;
    event.preventDefault();
    const next = Math.min(Math.max(0, to), count - 1);
    isMovingFocus.current = true;
    setFocused(next);
    reveal(next);
  };

  return (
    <div
      ref={scroller}
      role="table"
      aria-label={t('list.rows.caption')}
      aria-rowcount={total === undefined ? -1 : total + 1}
      className={styles.table}
      onScroll={virtualRows.onScroll}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && !isMovingFocus.current) setFocused(undefined);
      }}
    >
      <div ref={virtualRows.head} role="rowgroup" className={`${styles.head} ${numbers}`}>
        <div role="row" aria-rowindex={1} className={styles.line}>
          {(['row', 'email', 'status', 'reason'] as const).map((name) => (
            <div key={name} role="columnheader" className={styles[name]}>
              {t(`list.rows.${name}`)}
            </div>
          ))}
          {columns.own.map((each) => (
            <div key={each} role="columnheader" className={styles.own}>
              {columns.header[each]}
            </div>
          ))}
        </div>
      </div>
      <div ref={virtualRows.probe} className={styles.probe} />
      <div
        role="rowgroup"
        className={`${styles.body} ${numbers}`}
        style={{ height: virtualRows.layout }}
      >
        {renderedRows.map((row) => (
          <RowLine
            key={row}
            index={row}
            top={virtualRows.topOf(row)}
            row={at(row)}
            isTabStop={row === tabStop}
            isOpen={opened?.row === row}
            {...columns}
            explain={virtualRows.isWide ? explain : undefined}
            onFocus={() => setFocused(row)}
            onToggle={() => setOpened(opened?.row === row ? undefined : { row, extra: 0 })}
            onHeight={(rowHeight) =>
              setOpened({ row, extra: Math.max(0, rowHeight - virtualRows.height) })
            }
          />
        ))}
      </div>
      {dialogRow && (
        <Modal
          open
          title={dialogRow.email}
          text={`${t(`checks.verdict.${dialogRow.status}`)} · ${t(`checks.reason.${dialogRow.reason}`)}`}
          onClose={() => setOpened(undefined)}
        >
          {explain(dialogRow)}
        </Modal>
      )}
    </div>
  );
}
