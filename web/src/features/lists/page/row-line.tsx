import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedRow } from '../../../../../shared/contract/list-rows.ts';
import { KIND_BY_STATUS } from '../../../../../shared/model/verdict.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { toneIcons } from '../../../ui/notice.tsx';
import styles from './rows.module.css';

const CONTEXT_CHARACTERS = 16;

/** The file's columns to show, and the search text to highlight in any column. */
export interface RowColumns {
  header: readonly string[];
  /** Indexes of the shown columns in the header. */
  own: readonly number[];
  q: string | undefined;
}

interface Props extends RowColumns {
  /** Index among the filtered rows, from 0. */
  index: number;
  /** Offset from the top of the table's layout in pixels. */
  top: number;
  /** Undefined while loading. */
  row: ListedRow | undefined;
  isTabStop: boolean;
  isOpen: boolean;
  /** Renders the explanation below the row; undefined if it opens in a dialog. */
  explain: ((row: ListedRow) => ReactNode) | undefined;
  onFocus: () => void;
  onToggle: () => void;
  /** Called with the height of the expanded row in pixels. */
  onHeight: (height: number) => void;
}

export function RowLine({ index, top, row, isTabStop, isOpen, explain, ...props }: Props) {
  const { header, own, q, ...handlers } = props;
  const { t } = useTranslation();
  const { date } = useFormat();
  const kind = row && KIND_BY_STATUS[row.status];
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy={row === undefined}
      className={styles.entry}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="cell" className={styles.row}>
        {row?.row}
      </div>
      <div role="cell" className={styles.email}>
        <button
          type="button"
          tabIndex={isTabStop ? 0 : -1}
          aria-expanded={isOpen}
          onFocus={handlers.onFocus}
          onClick={row && handlers.onToggle}
        >
          <span className={row ? styles.address : 'hidden'}>
            {row ? <HighlightedText text={row.email} q={q} /> : t('common.loading')}
          </span>
          {row && matchIndex(row.email, q) < 0 && (
            <CellMatch cells={row.cells} header={header} own={own} q={q} />
          )}
          {row && !q && !row.bounced && row.address !== '' && row.address !== row.email.trim() && (
            <span className={styles.found}>
              {t('list.rows.verified', { address: row.address })}
            </span>
          )}
          {row?.bounced && (
            <span className={styles.found}>
              {t('list.rows.bounced', { ...row.bounced, date: date(row.bounced.at) })}
            </span>
          )}
        </button>
      </div>
      <div role="cell" className={styles.status} data-tone={kind}>
        {kind && (
          <>
            <Icon name={toneIcons[kind]} />
            {t(`checks.verdict.${row.status}`)}
          </>
        )}
      </div>
      <div role="cell" className={styles.reason}>
        {row && <span className={styles.why}>{t(`checks.reason.${row.reason}`)}</span>}
        {row?.suggestion && (
          <>
            {' '}
            <span aria-hidden="true" className={styles.found}>
              › {row.suggestion}
              {row.corrected_status && ` · ${t(`checks.verdict.${row.corrected_status}`)}`}
            </span>
            <span className="hidden">
              {t('common.suggestion', { email: row.suggestion })}{' '}
              {row.corrected_status && t(`checks.verdict.${row.corrected_status}`)}
            </span>
          </>
        )}
      </div>
      {own.map((at) => (
        <div key={at} role="cell" className={styles.own}>
          <HighlightedText text={row?.cells?.[at] ?? ''} q={q} />
        </div>
      ))}
      {row && isOpen && explain && (
        <Explanation onHeight={handlers.onHeight}>{explain(row)}</Explanation>
      )}
    </div>
  );
}

const matchIndex = (text: string, q = ''): number =>
  q === '' ? -1 : text.toLowerCase().indexOf(q.toLowerCase());

export function HighlightedText({ text, q = '' }: { text: string; q?: string | undefined }) {
  const at = matchIndex(text, q);
  if (at < 0) return text;
  const end = at + q.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}

/** Shows the first cell that contains the searched text, starting shortly before the match. */
function CellMatch({ cells = [], header, own, q }: Pick<ListedRow, 'cells'> & RowColumns) {
  const at = cells.findIndex((cell) => matchIndex(cell, q) >= 0);
  const cell = cells[at];
  if (cell === undefined) return null;
  const from = Math.max(0, matchIndex(cell, q) - CONTEXT_CHARACTERS);
  return (
    <span className={`${styles.found} ${own.includes(at) ? styles.twice : ''}`}>
      {header[at]}: {from > 0 && '…'}
      <HighlightedText text={cell.slice(from)} q={q} />
    </span>
  );
}

function Explanation({ children, onHeight }: Pick<Props, 'onHeight'> & { children: ReactNode }) {
  const cell = useRef<HTMLDivElement>(null);
  const reportHeight = useEffectEvent(onHeight);
  useLayoutEffect(() => {
    const row = cell.current?.parentElement;
    if (!row) return undefined;
    const observer = new ResizeObserver(([entry]) => reportHeight(entry?.contentRect.height ?? 0));
    observer.observe(row);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={cell} role="cell" className={styles.words}>
      {children}
    </div>
  );
}
