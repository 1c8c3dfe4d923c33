/**
 * Maximum layout height in pixels. Browsers clip elements at some height: Chromium at 33,554,428,
 * Firefox at 17,895,697 (https://github.com/TanStack/virtual/issues/616,
 * https://github.com/nteract/nteract/pull/2702).
 */
export const MAX_LAYOUT = 15_000_000;

/** Distance from an end, in views, over which content and layout converge. */
const END_VIEWS = 100;

/** Height of the content and of its visible part, in pixels. */
interface Extent {
  readonly content: number;
  readonly view: number;
}

export interface ScrollPosition {
  /** Position in the layout: the `scrollTop` of its element. */
  readonly at: number;
  /** Position in the content, which may be taller than the layout. */
  readonly offset: number;
}

export const TOP: ScrollPosition = { at: 0, offset: 0 };

export const layoutHeight = (content: number): number => Math.min(content, MAX_LAYOUT);

const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), max);

/**
 * Position of the content after its element was scrolled. Content taller than the layout moves
 * normally with the wheel, keys and touch; a jump, as of the scroll bar, goes to the same fraction
 * of the content. Near an end the content moves faster, so that both ends are reached together.
 * @param to the `scrollTop` of the element
 */
export function positionAfterScroll(
  { at, offset }: ScrollPosition,
  to: number,
  { content, view }: Extent,
): ScrollPosition {
  const maxOffset = Math.max(0, content - view);
  const maxScrollTop = Math.max(0, layoutHeight(content) - view);
  const target = clamp(to, maxScrollTop);
  if (maxOffset === maxScrollTop) return { at: target, offset: target };
  const delta = target - at;
  if (Math.abs(delta) > view) return { at: target, offset: (maxOffset * target) / maxScrollTop };
  const [remaining, remainingScroll] =
    delta < 0 ? [offset, at] : [maxOffset - offset, maxScrollTop - at];
  const isNearEnd = remainingScroll < END_VIEWS * view;
  return {
    at: target,
    offset: clamp(
      offset + (delta && isNearEnd ? (delta * remaining) / remainingScroll : delta),
      maxOffset,
    ),
  };
}

/** Scroll position that shows the content at an offset. */
export function positionAt(offset: number, { content, view }: Extent): ScrollPosition {
  const maxOffset = Math.max(0, content - view);
  const maxScrollTop = Math.max(0, layoutHeight(content) - view);
  const target = clamp(offset, maxOffset);
  return { offset: target, at: maxOffset === 0 ? 0 : (target * maxScrollTop) / maxOffset };
}
