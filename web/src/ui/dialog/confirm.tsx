import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useState } from 'react';
import { Button, type ButtonProps } from '../button/button.tsx';
import { TooltipButton } from '../popup/tooltip-button.tsx';
import { Modal, ModalActions } from './modal.tsx';

interface Question {
  title: string;
  text: string;
  confirm: string;
  /** Style of the confirm button; the default is `danger`. */
  variant?: 'danger' | 'primary';
  details?: ReactNode;
  /** Content that replaces the confirm button. */
  instead?: ReactNode;
}

interface DialogProps extends Question {
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
  returnFocus?: RefObject<HTMLElement | null>;
}

/** Asks for confirmation. The component that renders it must close it after the call. */
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
  /** `label` is the accessible name of a button that only shows an icon. */
  button: Pick<ButtonProps, 'variant' | 'icon' | 'children'> & { label?: string };
  call: () => Promise<Result>;
  /** Called after a successful call. Failures are handled as for any other call. */
  onDone: (answer: Result) => unknown;
}

/** A button that asks for confirmation before a call. The dialog closes after the response. */
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
    // Returns undefined, because React Query would cache the response, which may contain a secret.
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
