/**
 * Maximum layout height in pixels. Browsers limit the height of elements: Chromium to 33,554,428,
 * Firefox to 17,895,697 (https://github.com/TanStack/virtual/issues/616,
 * https://github.com/nteract/nteract/pull/2702).
 */
export const MAX_LAYOUT_HEIGHT_PX = 15_000_000;

/** Distance from an end, in view heights, within which content and layout positions converge. */
const CONVERGENCE_VIEWS = 100;

/** Height of the content and of the visible view, in pixels. */
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

export const TOP_POSITION: ScrollPosition = { at: 0, offset: 0 };

export const layoutHeight = (content: number): number => Math.min(content, MAX_LAYOUT_HEIGHT_PX);

const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), max);

/**
 * Returns the position of the content after its element was scrolled. If the content is taller than
 * the layout, small movements (wheel, keys, touch) move it by the same distance; a jump, for
 * example with the scroll bar, moves it to the same fraction of the content. Near an end, the
 * content moves faster, so that content and layout reach the end together.
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
  const isNearEnd = remainingScroll < CONVERGENCE_VIEWS * view;
  return {
    at: target,
    offset: clamp(
      offset + (delta && isNearEnd ? (delta * remaining) / remainingScroll : delta),
      maxOffset,
    ),
  };
}

/** Returns the scroll position at which the content is shown from `offset`. */
export function positionAt(offset: number, { content, view }: Extent): ScrollPosition {
  const maxOffset = Math.max(0, content - view);
  const maxScrollTop = Math.max(0, layoutHeight(content) - view);
  const target = clamp(offset, maxOffset);
  return { offset: target, at: maxOffset === 0 ? 0 : (target * maxScrollTop) / maxOffset };
}
