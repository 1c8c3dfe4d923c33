import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import styles from './dialog.module.css';

interface Props extends Omit<ComponentProps<'dialog'>, 'ref' | 'open' | 'onClose'> {
  /** The user pressed Escape or the page behind the dialog. */
  onClose: () => void;
  /** Gets the focus when the dialog closes. By default, the element that had it before gets it. */
  returnFocus?: RefObject<HTMLElement | null> | undefined;
}

/**
 * The browser's modal dialog. It is open as long as it is rendered; meanwhile the page behind it is
 * inert, and the focus stays inside.
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
  // A child of the body, so that it does not inherit styles from the component that renders it.
  return createPortal(
    <dialog
      {...rest}
      ref={dialog}
      className={`raised ${styles.dialog} ${className ?? ''}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Not on click: somebody who selects text may release the pointer outside.
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.content}>{children}</div>
    </dialog>,
    document.body,
  );
}
