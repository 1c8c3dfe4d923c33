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
import { type Columns, RowLine } from './row-line.tsx';
import styles from './rows.module.css';
import type { Rows } from './use-rows.ts';
import { useTallRows } from './use-tall-rows.ts';

/** Rows to load before they become visible. */
const AHEAD = 50;

interface Props {
  rows: Rows;
  columns: Columns;
  explain: (row: ListedRow) => ReactNode;
}

/**
 * A virtualized table. One row is a tab stop: arrow keys, Home, End and the page keys move between
 * rows, and Enter expands one to explain its verdict; in a dialog if there is no room.
 */
export function RowsTable({ rows, columns, explain }: Props) {
  const { t } = useTranslation();
  const { count, total, at, see, mayGrow } = rows;
  const [opened, setOpened] = useState<{ row: number; extra: number }>();
  const [focused, setFocused] = useState<number>();
  const moving = useRef(false);
  const tall = useTallRows(count, opened);
  const { scroller, first, last, margin, reveal } = tall;

  const onSeen = useEffectEvent(see);
  useEffect(
    () => onSeen(Math.max(0, first - AHEAD), Math.min(count - 1, last + AHEAD)),
    [first, last, count],
  );
  useLayoutEffect(() => {
    if (!moving.current || focused === undefined) return;
    moving.current = false;
    const button = `[aria-rowindex="${focused + 2}"] button`;
    scroller.current?.querySelector<HTMLElement>(button)?.focus({ preventScroll: true });
  });

  const from = Math.max(0, first - margin);
  const shown = Array.from(
    { length: Math.min(count, last + margin + 1) - from },
    (_, n) => from + n,
  );
  // The focused row stays mounted while it is out of view.
  if (focused !== undefined && focused < count && !shown.includes(focused)) shown.push(focused);
  const stop = focused ?? first;
  const inDialog = tall.isWide || opened === undefined ? undefined : at(opened.row);
  const numbers = mayGrow ? styles.unnumbered : '';

  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, last - first - 1);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: stop + 1,
      ArrowUp: stop - 1,
      PageDown: stop + page,
      PageUp: stop - page,
      Home: 0,
      End: count - 1,
    };
    const to = moves[event.key];
    const isRow = event.target instanceof Element && event.target.matches('[aria-expanded]');
    if (to === undefined || !isRow) return;
    event.preventDefault();
    const next = Math.min(Math.max(0, to), count - 1);
    moving.current = true;
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
      onScroll={tall.onScroll}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && !moving.current) setFocused(undefined);
      }}
    >
      <div ref={tall.head} role="rowgroup" className={`${styles.head} ${numbers}`}>
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
      <div ref={tall.probe} className={styles.probe} />
      <div role="rowgroup" className={`${styles.body} ${numbers}`} style={{ height: tall.layout }}>
        {shown.map((row) => (
          <RowLine
            key={row}
            index={row}
            top={tall.topOf(row)}
            row={at(row)}
            isStop={row === stop}
            isOpen={opened?.row === row}
            {...columns}
            explain={tall.isWide ? explain : undefined}
            onFocus={() => setFocused(row)}
            onToggle={() => setOpened(opened?.row === row ? undefined : { row, extra: 0 })}
            onHeight={(whole) => setOpened({ row, extra: Math.max(0, whole - tall.height) })}
          />
        ))}
      </div>
      {inDialog && (
        <Modal
          open
          title={inDialog.email}
          text={`${t(`checks.verdict.${inDialog.status}`)} · ${t(`checks.reason.${inDialog.reason}`)}`}
          onClose={() => setOpened(undefined)}
        >
          {explain(inDialog)}
        </Modal>
      )}
    </div>
  );
}
