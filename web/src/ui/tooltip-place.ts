export type Side = 'top' | 'right' | 'bottom';

type Size = Pick<DOMRect, 'width' | 'height'>;
type Box = Size & Pick<DOMRect, 'left' | 'top'>;

const GAP = 6;
const MARGIN = 8;

const clamp = (value: number, max: number): number => Math.max(MARGIN, Math.min(value, max));

/** The position of a popup beside its control, in pixels of the page and always inside it. */
export function tooltipPlace(control: Box, tooltip: Size, page: Size, side: Side) {
  const farLeft = page.width - tooltip.width - MARGIN;
  const farTop = page.height - tooltip.height - MARGIN;
  if (side === 'right')
    return {
      left: clamp(control.left + control.width + GAP, farLeft),
      top: clamp(control.top + (control.height - tooltip.height) / 2, farTop),
    };
  const above = control.top - tooltip.height - GAP;
  const below = control.top + control.height + GAP;
  const upwards = side === 'top' ? above >= MARGIN : below > farTop && above >= MARGIN;
  return {
    left: clamp(control.left + (control.width - tooltip.width) / 2, farLeft),
    top: upwards ? above : clamp(below, farTop),
  };
}
