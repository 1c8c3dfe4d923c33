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
  explain: (row: ListedRow) => ReactNode;
  onFocus: () => void;
  onToggle: () => void;
  /** What it is opened to is so high, in pixels. */
  onHeight: (height: number) => void;
}

/** One row of a list, which opens to what its verdict means. */
export function RowLine({ index, top, row, isStop, isOpen, explain, ...on }: Props) {
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
            {row ? row.email : t('common.loading')}
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
      {row && isOpen && (
        <Words onHeight={on.onHeight}>
          <p className={styles.whole}>{row.email}</p>
          {explain(row)}
        </Words>
      )}
    </div>
  );
}

function Words({ children, onHeight }: { children: ReactNode; onHeight: Props['onHeight'] }) {
  const cell = useRef<HTMLDivElement>(null);
  const tell = useEffectEvent(onHeight);
  useLayoutEffect(() => {
    if (cell.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => tell(entry?.borderBoxSize[0]?.blockSize ?? 0));
    observer.observe(cell.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={cell} role="cell" aria-colspan={4} className={styles.words}>
      {children}
    </div>
  );
}
