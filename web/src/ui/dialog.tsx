import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import styles from './dialog.module.css';

interface Props extends Omit<ComponentProps<'dialog'>, 'ref' | 'open' | 'onClose'> {
  /** Escape was pressed, or the page behind was. */
  onClose: () => void;
  /** Where focus goes at closing; without one, back to where it was. */
  returnFocus?: RefObject<HTMLElement | null> | undefined;
}

/**
 * The platform's modal dialog, open for as long as it is rendered: the page behind is inert and
 * focus stays inside.
 */
export function Dialog({ onClose, returnFocus, className, children, ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      returnFocus?.current?.focus();
    };
  }, [returnFocus]);
  // Out of the page's tree, so that it inherits nothing from where it is asked for.
  return createPortal(
    <dialog
      {...rest}
      ref={dialog}
      className={`${styles.dialog} ${className ?? ''}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // On pressing, not on clicking: marking text may well end outside.
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.content}>{children}</div>
    </dialog>,
    document.body,
  );
}
