const NEIGHBOURS = 3;

/** The page numbers that a pager shows: the current one and its nearest neighbours. */
export function pageWindow(current: number, last: number): number[] {
  const from = Math.max(1, current - NEIGHBOURS);
  const to = Math.min(last, current + NEIGHBOURS);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
