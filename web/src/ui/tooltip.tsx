import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { tooltipPlace, type Side } from './tooltip-place.ts';
import styles from './tooltip.module.css';

const DELAY_MS = 200;
/** Time for the pointer to cross from the control to the tooltip. */
const GRACE_MS = 120;

interface Props {
  text: string;
  side?: Side;
  /** The control that is explained; it gets the id of the text for `aria-describedby`. */
  children: (id: string) => ReactNode;
}

/** A hint on hover and on focus, which can be pointed at and which Escape closes. */
export function Tooltip({ text, side = 'top', children }: Props) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);

  const turn = (next: boolean, delay = 0): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), delay);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    const [control, popup] = [anchor.current?.firstElementChild, bubble.current];
    if (!open || !control || !popup) return undefined;
    const place = (): void => {
      const page = { width: innerWidth, height: innerHeight };
      const boxes = [control.getBoundingClientRect(), popup.getBoundingClientRect()] as const;
      const { left, top } = tooltipPlace(...boxes, page, side);
      Object.assign(popup.style, { left: `${left}px`, top: `${top}px` });
    };
    const closeOnEscape = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setOpen(false);
    };
    popup.showPopover();
    place();
    document.addEventListener('keydown', closeOnEscape);
    document.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      document.removeEventListener('scroll', place, { capture: true });
      popup.hidePopover();
    };
  }, [open, side]);

  return (
    <span
      ref={anchor}
      className={styles.anchor}
      onPointerEnter={() => turn(true, DELAY_MS)}
      onPointerLeave={() => turn(false, GRACE_MS)}
      onFocus={() => turn(true)}
      onBlur={() => turn(false)}
    >
      {children(id)}
      <span ref={bubble} id={id} role="tooltip" popover="manual" className={styles.bubble}>
        {text}
      </span>
    </span>
  );
}
