import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import styles from './dialog.module.css';
import { registerDialog } from '../../lib/open-dialogs.ts';

interface Props extends Omit<ComponentProps<'dialog'>, 'ref' | 'open' | 'onClose'> {
  /** Called when the user presses Escape or, unless `shownOnce`, clicks outside the dialog. */
  onClose: () => void;
  /** Whether the content, such as a new key, cannot be shown again. */
  shownOnce?: boolean | undefined;
  /** Gets the focus when the dialog closes; by default, the element that had it before. */
  returnFocus?: RefObject<HTMLElement | null> | undefined;
}

/** A modal dialog that is open while it is rendered. The page behind it is inert. */
export function Dialog({ onClose, shownOnce, returnFocus, className, children, ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    element.showModal();
    const unregister = registerDialog(element);
    return () => {
      unregister();
      element.close();
      returnFocus?.current?.focus();
    };
  }, [returnFocus]);
  // Render into the body, so that the dialog inherits no styles from its parent component.
  return createPortal(
    <dialog
      {...rest}
      ref={dialog}
      className={`raised ${styles.dialog} ${className ?? ''}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Not `onClick`: when selecting text, the pointer may be released outside the dialog.
      onPointerDown={(event) => !shownOnce && event.target === event.currentTarget && onClose()}
    >
      <div className={styles.content}>{children}</div>
    </dialog>,
    document.body,
  );
}
