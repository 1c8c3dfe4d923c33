import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { anchorPopup, type PopupSide } from './popup-position.ts';
import styles from './tooltip.module.css';

const OPEN_DELAY_MS = 200;
/** Delay before closing, in which the pointer can move from the control to the tooltip. */
const CLOSE_DELAY_MS = 120;

interface Props {
  text: string;
  side?: PopupSide;
  /** Renders the control. `id` is the id of the tooltip's text, for `aria-describedby`. */
  children: (id: string) => ReactNode;
}

/** Opens on hover and focus, stays open while the pointer is over it, and closes on Escape. */
export function Tooltip({ text, side = 'top', children }: Props) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);

  const toggle = (next: boolean, delay = 0): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), delay);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    const [control, popup] = [anchor.current?.firstElementChild, bubble.current];
    if (!open || !control || !popup) return undefined;
    const closeOnEscape = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setOpen(false);
    };
    popup.showPopover();
    const stop = anchorPopup(control, popup, side);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      stop();
      popup.hidePopover();
    };
  }, [open, side]);

  return (
    <span
      ref={anchor}
      className={styles.anchor}
      onPointerEnter={() => toggle(true, OPEN_DELAY_MS)}
      onPointerLeave={() => toggle(false, CLOSE_DELAY_MS)}
      // Keyboard focus opens every tooltip; other focus opens only one that describes the control.
      onFocus={({ target }) => toggle(target.matches(':focus-visible, [aria-describedby]'))}
      onBlur={() => toggle(false)}
    >
      {children(id)}
      <span ref={bubble} id={id} role="tooltip" popover="manual" className={styles.bubble}>
        {text}
      </span>
    </span>
  );
}
