/**
 * The most that is laid out, in pixels. Browsers cut an element off somewhere above it: Chromium
 * at 33,554,428, Firefox at 17,895,697 (https://github.com/TanStack/virtual/issues/616,
 * https://github.com/nteract/nteract/pull/2702).
 */
export const MAX_LAYOUT = 15_000_000;

/** The part before an end where the content gets there together with what is laid out, in views. */
const END_VIEWS = 100;

/** How high a content is, and how much of it is seen at once, in pixels. */
interface Extent {
  readonly content: number;
  readonly view: number;
}

/** Where a content is scrolled to. */
export interface Place {
  /** Of what is laid out: the `scrollTop` of its element. */
  readonly at: number;
  /** Of the content itself, which may be higher than what is laid out. */
  readonly offset: number;
}

export const TOP: Place = { at: 0, offset: 0 };

export const layoutOf = (content: number): number => Math.min(content, MAX_LAYOUT);

const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/**
 * Where the content is when its element has been scrolled. A content that is higher than what is
 * laid out moves as any other with the wheel, the keys and the finger; a jump, as of the scroll bar,
 * leads to the same share of the content. Near an end the content moves as much faster as it takes
 * for both to end together.
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

/** Where to scroll so that the content is at an offset. */
export function placeAt(offset: number, { content, view }: Extent): Place {
  const most = Math.max(0, content - view);
  const mostAt = Math.max(0, layoutOf(content) - view);
  const target = within(offset, most);
  return { offset: target, at: most === 0 ? 0 : (target * mostAt) / most };
}
