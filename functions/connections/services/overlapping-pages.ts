import type { Page } from '../rules/service.ts';

/** Items that a page repeats from the page before. */
const OVERLAP = 100;
/** Last items of a page of which the next page must contain one. */
const ANCHORS = 8;

/**
 * Reads a page of a service that pages by offset, and skips none of the items that are there from
 * the first page to the last, although others leave meanwhile and shift the offsets: each page
 * overlaps the page before. If it does not contain one of its last items, more has left than
 * overlaps, and an empty page steps back. The items' order must not change.
 * @param readPage reads at most `size` items from the offset
 */
export async function readOverlappingPage<Item extends { readonly id: string | number }>(
  size: number,
  cursor: string | undefined,
  readPage: (
    offset: number,
  ) => Promise<{ readonly items: readonly Item[]; readonly total: number }>,
): Promise<Page<Item>> {
  const [start = '0', ...anchors] = cursor?.split(',') ?? [];
  const offset = Number(start);
  const { items, total } = await readPage(offset);
  if (offset > 0 && !items.some(({ id }) => anchors.includes(String(id)))) {
    const earlier = Math.max(0, offset - size + OVERLAP);
    return { items: [], next: [earlier, ...anchors].join() };
  }
  const end = offset + items.length;
  if (end >= total) return { items };
  const next = offset + Math.max(1, items.length - OVERLAP);
  return { items, next: [next, ...items.slice(-ANCHORS).map(({ id }) => id)].join() };
}
