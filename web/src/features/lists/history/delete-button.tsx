import { useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../../../../shared/contract/lists.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Modal, ModalActions } from '../../../ui/modal.tsx';
import { neighbourAction } from './neighbour-action.ts';
import { useDeleteList } from './use-delete-list.ts';

interface Props {
  row: ListRow;
  leaving: boolean;
  /** Takes the focus when no other row is left. */
  fallback: RefObject<HTMLElement | null>;
}

/** Asks before it deletes, then hands the focus to the next row, as its own is about to go. */
export function DeleteButton({ row, leaving, fallback }: Props) {
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
    remove.mutate(row.id);
  };

  return (
    <>
      <Button
        ref={button}
        look="quiet"
        aria-label={t('lists.delete', { name: row.file_name })}
        busy={leaving}
        onClick={ask}
      >
        {!leaving && <Icon name="trash" />}
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
          <Button look="danger" onClick={confirm}>
            {t('lists.deleteConfirm')}
          </Button>
        </ModalActions>
      </Modal>
    </>
  );
}
