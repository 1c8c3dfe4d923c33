import { useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../../../../shared/contract/lists.ts';
import { Button } from '../../../ui/button/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm.tsx';
import { Icon } from '../../../ui/icon.tsx';
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

  const confirm = (): void => {
    focusAfter.current = neighbourAction(button.current) ?? fallback.current;
    remove.mutate(row.id, {
      onSuccess: onDeleted,
      onError: () => (focusAfter.current = button.current),
      onSettled: () => setAsking(false),
    });
  };

  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        aria-label={t('lists.delete', { name: row.file_name })}
        busy={deleting}
        onClick={() => setAsking(true)}
      >
        {!deleting && <Icon name="trash" />}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('lists.deleteTitle')}
        text={t('lists.deleteText', { name: row.file_name })}
        confirm={t('lists.deleteConfirm')}
        busy={deleting}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        returnFocus={focusAfter}
      />
    </>
  );
}

/** The last button of the next row or, from the last row, of the one before. */
function neighbourAction(button: HTMLElement | null): HTMLElement | undefined {
  const row = button?.closest('tr');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  return [...(neighbour?.querySelectorAll('button') ?? [])].at(-1);
}
