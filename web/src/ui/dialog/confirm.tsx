import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useState } from 'react';
import { Button, type ButtonProps } from '../button/button.tsx';
import { TooltipButton } from '../popup/tooltip-button.tsx';
import { Modal, ModalActions } from './modal.tsx';

interface Question {
  title: string;
  text: string;
  confirm: string;
  /** Style of the confirm button; `danger` by default. */
  variant?: 'danger' | 'primary';
  details?: ReactNode;
  /** Replaces the confirm button. */
  instead?: ReactNode;
}

interface DialogProps extends Question {
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
  returnFocus?: RefObject<HTMLElement | null>;
}

/** The component that renders it closes it after the call. */
export function ConfirmDialog({ confirm, variant = 'danger', ...props }: DialogProps) {
  const { details, instead, busy, onConfirm, ...modal } = props;
  return (
    <Modal {...modal}>
      {details}
      <ModalActions onCancel={modal.onClose}>
        {instead ?? (
          <Button variant={variant} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        )}
      </ModalActions>
    </Modal>
  );
}

interface Props<Result> extends Question {
  /** `label` names a button that only shows an icon. */
  button: Pick<ButtonProps, 'variant' | 'icon' | 'children'> & { label?: string };
  call: () => Promise<Result>;
  /** Runs after a successful call; failures are shown as for any other call. */
  onDone: (answer: Result) => unknown;
}

/** A button that asks before it calls. The dialog closes after the response. */
export function ConfirmButton<Result>(props: Props<Result>) {
  const {
    button: { label, ...button },
    call,
    onDone,
    ...question
  } = props;
  const [isOpen, setIsOpen] = useState(false);
  const openDialog = (): void => setIsOpen(true);
  const close = (): void => setIsOpen(false);
  const mutation = useMutation({
    // Returns nothing, because a response may contain a secret.
    mutationFn: async () => void (await onDone(await call().finally(close))),
  });
  return (
    <>
      {label === undefined ? (
        <Button {...button} onClick={openDialog} />
      ) : (
        <TooltipButton {...button} label={label} onClick={openDialog} />
      )}
      <ConfirmDialog
        {...question}
        open={isOpen}
        busy={mutation.isPending}
        onClose={close}
        onConfirm={() => mutation.mutate()}
      />
    </>
  );
}
