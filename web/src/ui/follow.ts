import { tooltipPlace, type Side } from './tooltip-place.ts';

/** Keeps a popup beside its control while the page scrolls. Returns what ends that. */
export function follow(control: Element, popup: HTMLElement, side: Side): () => void {
  const place = (): void => {
    const page = { width: innerWidth, height: innerHeight };
    const boxes = [control.getBoundingClientRect(), popup.getBoundingClientRect()] as const;
    const { left, top } = tooltipPlace(...boxes, page, side);
    Object.assign(popup.style, { left: `${left}px`, top: `${top}px` });
  };
  place();
  document.addEventListener('scroll', place, { capture: true, passive: true });
  return () => document.removeEventListener('scroll', place, { capture: true });
}
