import type { Page } from '../rules/service.ts';

/** Number of items that a page repeats from the previous page. */
const OVERLAP = 100;
/** Number of last items of a page, one of which the next page must contain. */
const ANCHORS = 8;

/**
 * Reads a page of a service that pages by offset. Never skips an item that exists from the first
 * page to the last, although removals of other items shift the offsets: each page overlaps the
 * previous one. If a page contains none of the previous page's last items, more items were removed
 * than overlap, so an empty page with an earlier offset is returned. The items' order must not
 * change.
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
