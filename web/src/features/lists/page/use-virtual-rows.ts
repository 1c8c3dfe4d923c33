import { useLayoutEffect, useRef, useState } from 'react';
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
export function useVirtualRows(count: number, opened: ExpandedRow | undefined) {
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
