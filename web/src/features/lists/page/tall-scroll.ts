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

export interface Place {
  /** Position in the layout: the `scrollTop` of its element. */
  readonly at: number;
  /** Position in the content, which may be taller than the layout. */
  readonly offset: number;
}

export const TOP: Place = { at: 0, offset: 0 };

export const layoutOf = (content: number): number => Math.min(content, MAX_LAYOUT);

const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/**
 * Position of the content after its element was scrolled. Content taller than the layout moves
 * normally with the wheel, keys and touch; a jump, as of the scroll bar, goes to the same fraction
 * of the content. Near an end the content moves faster, so that both ends are reached together.
 * @param to the `scrollTop` of the element
 */
export function moved({ at, offset }: Place, to: number, { content, view }: Extent): Place {
  const most = Math.max(0, content - view);
  const mostAt = Math.max(0, layoutOf(content) - view);
  const target = within(to, mostAt);
  if (most === mostAt) return { at: target, offset: target };
  const by = target - at;
  if (Math.abs(by) > view) return { at: target, offset: (most * target) / mostAt };
  const [left, leftAt] = by < 0 ? [offset, at] : [most - offset, mostAt - at];
  const isNearEnd = leftAt < END_VIEWS * view;
  return {
    at: target,
    offset: within(offset + (by && isNearEnd ? (by * left) / leftAt : by), most),
  };
}

/** Scroll position that shows the content at an offset. */
export function placeAt(offset: number, { content, view }: Extent): Place {
  const most = Math.max(0, content - view);
  const mostAt = Math.max(0, layoutOf(content) - view);
  const target = within(offset, most);
  return { offset: target, at: most === 0 ? 0 : (target * mostAt) / most };
}
