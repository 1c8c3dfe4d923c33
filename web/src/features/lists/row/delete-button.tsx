import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import type { ListSummary } from '../../../../../shared/contract/list-detail.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import { useApi } from '../../../lib/api.ts';
import { refreshMe } from '../../../lib/me-query.ts';
import { TooltipButton } from '../../../ui/popup/tooltip-button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm.tsx';
import { LISTS_QUERY_KEY, removeListFromPage, type ListPage } from './queries.ts';

const SPINNER_DELAY_MS = 500;
const DELETE_LIST_MUTATION_KEY = ['delete-list'];

/** Deletes after a short delay. Removes the row once the server has confirmed. */
function useDeleteList() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationKey: DELETE_LIST_MUTATION_KEY,
    mutationFn: async (id: ListSummary['id']) => {
      await new Promise((resolve) => setTimeout(resolve, SPINNER_DELAY_MS));
      return api(listRoutes.deleteFile, { params: { id } });
    },
    onSuccess: async (_, id) => {
      // The response to a pending request would restore the row, so cancel it.
      await queries.cancelQueries({ queryKey: LISTS_QUERY_KEY });
      queries.setQueriesData<ListPage>(
        { queryKey: LISTS_QUERY_KEY },
        (page) => page && removeListFromPage(page, id),
      );
      toast.success(t('lists.deleted'));
      void refreshMe(queries);
      await queries.invalidateQueries({ queryKey: LISTS_QUERY_KEY });
    },
  });
}

export const useDeletingListIds = (): ReadonlySet<ListSummary['id']> =>
  new Set(
    useMutationState({
      filters: { mutationKey: DELETE_LIST_MUTATION_KEY, status: 'pending' },
      select: (mutation) => mutation.state.variables as ListSummary['id'],
    }),
  );

interface Props {
  row: ListSummary;
  deleting: boolean;
  /** Element that gets the focus after the deletion if no other row is left. */
  fallback: RefObject<HTMLElement | null>;
  onDeleted?: () => void;
}

/** Moves the focus to a neighboring row, because the deleted row disappears. */
export function DeleteButton({ row, deleting, fallback, onDeleted }: Props) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const focusAfter = useRef<HTMLElement | null>(null);
  const remove = useDeleteList();

  const confirm = (): void => {
    focusAfter.current = neighborAction(button.current) ?? fallback.current;
    remove.mutate(row.id, {
      onSuccess: onDeleted,
      onError: () => (focusAfter.current = button.current),
      onSettled: () => setConfirming(false),
    });
  };

  return (
    <>
      <TooltipButton
        ref={button}
        icon="trash"
        label={t('lists.delete', { name: row.file_name })}
        busy={deleting}
        onClick={() => setConfirming(true)}
      />
      <ConfirmDialog
        open={confirming}
        title={t('lists.deleteTitle')}
        text={t('lists.deleteText', { name: row.file_name })}
        confirm={t('common.delete')}
        busy={deleting}
        onClose={() => setConfirming(false)}
        onConfirm={confirm}
        returnFocus={focusAfter}
      />
    </>
  );
}

function neighborAction(button: HTMLElement | null): HTMLElement | undefined {
  const row = button?.closest('tr');
  const neighbor = row?.nextElementSibling ?? row?.previousElementSibling;
  return [...(neighbor?.querySelectorAll('button') ?? [])].at(-1);
}
