import { useId, useRef, type KeyboardEvent, type ToggleEvent } from 'react';
import { Button, type ButtonProps } from '../button/button.tsx';
import { TooltipButton } from './tooltip-button.tsx';
import styles from './menu.module.css';
import { anchorPopup } from './popup-position.ts';

export interface MenuItem {
  name: string;
  label: string;
  /** A short text or number at the right edge. */
  note?: string;
  disabled?: boolean;
  onChoose: () => void;
}

interface Props {
  label: string;
  items: readonly MenuItem[];
  variant?: ButtonProps['variant'];
  labeled?: boolean;
}

/**
 * A button that opens a menu. Arrow keys, Home and End move in the menu, Escape closes it. A press
 * outside also closes it; the browser then restores the focus.
 */
export function Menu({ label, items, variant = 'quiet', labeled = false }: Props) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const stopFollowing = useRef<(() => void) | undefined>(undefined);

  const onToggle = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>): void => {
    stopFollowing.current?.();
    if (newState === 'closed' || opener.current === null) return;
    stopFollowing.current = anchorPopup(opener.current, currentTarget, 'bottom');
    itemsIn(currentTarget)[0]?.focus();
  };

  const openerProps = {
    ref: opener,
    variant,
    icon: 'down',
    'aria-haspopup': 'menu',
    popoverTarget: id,
  } as const;
  return (
    <>
      {labeled ? (
        <Button {...openerProps}>{label}</Button>
      ) : (
        <TooltipButton {...openerProps} className={styles.opener} label={label} />
      )}
      <div
        ref={menu}
        id={id}
        role="menu"
        aria-label={label}
        popover="auto"
        className={`raised ${styles.menu}`}
        onToggle={onToggle}
        onKeyDown={moveFocus}
      >
        {items.map(({ name, label: text, note, disabled = false, onChoose }) => (
          <button
            key={name}
            type="button"
            role="menuitem"
            tabIndex={-1}
            aria-disabled={disabled || undefined}
            className={styles.item}
            onClick={() => {
              if (disabled) return;
              menu.current?.hidePopover();
              onChoose();
            }}
          >
            {text} {note !== undefined && <span className={styles.note}>{note}</span>}
          </button>
        ))}
      </div>
    </>
  );
}

const itemsIn = (menu: Element): HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>('[role=menuitem]'),
];

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Tab') return event.currentTarget.hidePopover();
  const items = itemsIn(event.currentTarget);
  const index = items.findIndex((item) => item === document.activeElement);
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: -1,
  };
  const next = moves[event.key];
  if (next === undefined) return undefined;
  event.preventDefault();
  items.at(next % items.length)?.focus();
  return undefined;
}
