import { createPortal } from 'react-dom';
import { useToaster, type Toast } from 'react-hot-toast/headless';
import { useTopDialog } from '../../lib/open-dialogs.ts';
import { Icon } from '../icon.tsx';
import { MessageText } from '../message-text.tsx';
import styles from './toaster.module.css';

/**
 * Shows up to 20 toasts: successes for 2 s and errors for 4 s, or longer while the pointer is over
 * them. Screen readers ignore everything outside an open modal dialog, so the toasts are inside it.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster({
    success: { duration: 2000 },
    error: { duration: 4000 },
    removeDelay: 200,
  });
  const dialog = useTopDialog();
  const view = (
    <div
      className={`unprinted ${styles.toasts}`}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} {...toast} />
      ))}
    </div>
  );
  return dialog ? createPortal(view, dialog) : view;
}

function ToastCard({ type, visible, message }: Toast) {
  const error = type === 'error';
  return (
    // react-hot-toast gives all toasts the role of a success message, whatever their type.
    <div
      role={error ? 'alert' : 'status'}
      className={`raised ${styles.toast} ${visible ? '' : styles.closing}`}
    >
      <span className="toned" data-tone={error ? 'invalid' : 'valid'}>
        <Icon name={error ? 'warning' : 'check'} />
      </span>
      {typeof message === 'string' && <MessageText message={message} />}
    </div>
  );
}
