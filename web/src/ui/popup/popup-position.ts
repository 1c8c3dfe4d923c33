export type PopupSide = 'top' | 'right' | 'bottom';

type Size = Pick<DOMRect, 'width' | 'height'>;
type Box = Size & Pick<DOMRect, 'left' | 'top'>;

const GAP = 6;
const MARGIN = 8;

const clamp = (value: number, max: number): number => Math.max(MARGIN, Math.min(value, max));

/**
 * Returns the position of a popup next to its control, in pixels of the viewport (`page`), never
 * outside it. A popup at the bottom is aligned with the edge of its control that is nearer to the
 * edge of the viewport, because that edge is usually also the edge of a card.
 */
export function popupPosition(control: Box, popup: Size, page: Size, side: PopupSide) {
  const maxLeft = page.width - popup.width - MARGIN;
  const maxTop = page.height - popup.height - MARGIN;
  if (side === 'right')
    return {
      left: clamp(control.left + control.width + GAP, maxLeft),
      top: clamp(control.top + (control.height - popup.height) / 2, maxTop),
    };
  const above = control.top - popup.height - GAP;
  const below = control.top + control.height + GAP;
  const isAbove = side === 'top' ? above >= MARGIN : below > maxTop && above >= MARGIN;
  const centered = control.left + (control.width - popup.width) / 2;
  const isInRightHalf = control.left + control.width / 2 > page.width / 2;
  const aligned = isInRightHalf ? control.left + control.width - popup.width : control.left;
  return {
    left: clamp(side === 'bottom' ? aligned : centered, maxLeft),
    top: isAbove ? above : clamp(below, maxTop),
  };
}

/** Keeps a popup next to its control while the page scrolls. @returns a function that stops it */
export function anchorPopup(control: Element, popup: HTMLElement, side: PopupSide): () => void {
  const updatePosition = (): void => {
    const page = { width: innerWidth, height: innerHeight };
    const boxes = [control.getBoundingClientRect(), popup.getBoundingClientRect()] as const;
    const { left, top } = popupPosition(...boxes, page, side);
    Object.assign(popup.style, { left: `${left}px`, top: `${top}px` });
  };
  updatePosition();
  document.addEventListener('scroll', updatePosition, { capture: true, passive: true });
  return () => document.removeEventListener('scroll', updatePosition, { capture: true });
}
