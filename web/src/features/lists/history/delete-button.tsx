import { useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../../../../shared/contract/lists.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Modal, ModalActions } from '../../../ui/modal.tsx';
import { useDeleteList } from './use-delete-list.ts';

interface Props {
  row: ListRow;
  deleting: boolean;
  /** Gets the focus when no other row is left. */
  fallback: RefObject<HTMLElement | null>;
  onDeleted?: () => void;
}

/** Asks before it deletes the list, then focuses the next row, as its own will disappear. */
export function DeleteButton({ row, deleting, fallback, onDeleted }: Props) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const focusAfter = useRef<HTMLElement | null>(null);
  const remove = useDeleteList();

  const ask = (): void => {
    focusAfter.current = button.current;
    setAsking(true);
  };
  const confirm = (): void => {
    focusAfter.current = neighbourAction(button.current) ?? fallback.current;
    setAsking(false);
    remove.mutate(row.id, { onSuccess: onDeleted });
  };

  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        aria-label={t('lists.delete', { name: row.file_name })}
        busy={deleting}
        onClick={ask}
      >
        {!deleting && <Icon name="trash" />}
      </Button>
      <Modal
        open={asking}
        onClose={() => setAsking(false)}
        title={t('lists.deleteTitle')}
        text={t('lists.deleteText', { name: row.file_name })}
        returnFocus={focusAfter}
      >
        <ModalActions>
          <Button onClick={() => setAsking(false)}>{t('common.cancel')}</Button>
          <Button variant="danger" onClick={confirm}>
            {t('lists.deleteConfirm')}
          </Button>
        </ModalActions>
      </Modal>
    </>
  );
}

/** The last button of the next row or, from the last row, of the one before. */
function neighbourAction(button: HTMLElement | null): HTMLElement | undefined {
  const row = button?.closest('tr');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  return [...(neighbour?.querySelectorAll('button') ?? [])].at(-1);
}
