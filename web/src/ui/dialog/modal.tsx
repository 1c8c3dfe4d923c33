import { useId, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { Dialog } from './dialog.tsx';
import { IconButton } from '../popup/icon-button.tsx';
import styles from './modal.module.css';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Description, which screen readers read with the title when the dialog opens. */
  text?: string | undefined;
  children: ReactNode;
  wide?: boolean;
  shownOnce?: boolean;
  returnFocus?: RefObject<HTMLElement | null>;
}

export function Modal({ open, title, text, children, wide = false, ...rest }: Props) {
  const { t } = useTranslation();
  const id = useId();
  if (!open) return null;
  return (
    <Dialog
      className={`${styles.modal} ${wide ? styles.wide : ''}`}
      aria-labelledby={`${id}-title`}
      aria-describedby={text === undefined ? undefined : `${id}-text`}
      {...rest}
    >
      <div className={styles.content}>
        <h2 className={styles.title} id={`${id}-title`}>
          {title}
        </h2>
        {text !== undefined && (
          <p className={styles.text} id={`${id}-text`}>
            {text}
          </p>
        )}
        {children}
      </div>
      {/* The button is last, so that the focus starts on the first field or on the safe choice. */}
      <IconButton
        icon="cross"
        label={t('common.close')}
        className={styles.close}
        onClick={rest.onClose}
      />
    </Dialog>
  );
}

interface ActionsProps {
  /** If set, a button for the safe choice comes before the other actions. */
  onCancel?: () => void;
  /** Text about the consequences of the choices. */
  text?: string | undefined;
  children: ReactNode;
}

export function ModalActions({ onCancel, text, children }: ActionsProps) {
  const { t } = useTranslation();
  return (
    <div className={`wrap ${styles.actions}`}>
      {text !== undefined && <p className={styles.leading}>{text}</p>}
      {onCancel && <Button onClick={onCancel}>{t('common.cancel')}</Button>}
      {children}
    </div>
  );
}
