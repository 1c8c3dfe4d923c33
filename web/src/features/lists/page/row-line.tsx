import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedRow } from '../../../../../shared/contract/list-rows.ts';
import { KIND_OF } from '../../../../../shared/model/verdict.ts';
import { Icon } from '../../../ui/icon.tsx';
import { toneIcons } from '../../../ui/notice.tsx';
import styles from './rows.module.css';

interface Props {
  /** From 0, among the rows of the filter. */
  index: number;
  /** In pixels, from the top of all rows. */
  top: number;
  /** Undefined while it is loading. */
  row: ListedRow | undefined;
  isStop: boolean;
  isOpen: boolean;
  /** What is searched for. */
  q: string | undefined;
  /** Undefined where it opens elsewhere. */
  explain: ((row: ListedRow) => ReactNode) | undefined;
  onFocus: () => void;
  onToggle: () => void;
  /** Once it is open, it is so high, in pixels. */
  onHeight: (height: number) => void;
}

/** One row of a list, which opens to what its verdict means. */
export function RowLine({ index, top, row, isStop, isOpen, q, explain, ...on }: Props) {
  const { t } = useTranslation();
  const kind = row && KIND_OF[row.status];
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
          tabIndex={isStop ? 0 : -1}
          aria-expanded={isOpen}
          onFocus={on.onFocus}
          onClick={row && on.onToggle}
        >
          <span className={row ? styles.address : 'hidden'}>
            {row ? <Marked text={row.email} q={q} /> : t('common.loading')}
          </span>
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
        {row && t(`checks.reason.${row.reason}`)}
      </div>
      {row && isOpen && explain && <Words onHeight={on.onHeight}>{explain(row)}</Words>}
    </div>
  );
}

/** A text with what is searched for in it, case aside. */
function Marked({ text, q = '' }: { text: string; q?: string | undefined }) {
  const at = q === '' ? -1 : text.toLowerCase().indexOf(q.toLowerCase());
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

function Words({ children, onHeight }: { children: ReactNode; onHeight: Props['onHeight'] }) {
  const cell = useRef<HTMLDivElement>(null);
  const tell = useEffectEvent(onHeight);
  useLayoutEffect(() => {
    const row = cell.current?.parentElement;
    if (!row) return undefined;
    const observer = new ResizeObserver(([entry]) => tell(entry?.contentRect.height ?? 0));
    observer.observe(row);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={cell} role="cell" aria-colspan={4} className={styles.words}>
      {children}
    </div>
  );
}
