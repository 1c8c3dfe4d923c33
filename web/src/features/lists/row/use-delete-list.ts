import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { listRoutes, type ListRow } from '../../../../../shared/contract/lists.ts';
import { useApi } from '../../../lib/api.ts';
import { listsKey, without, type ListPage } from './queries.ts';

const DELAY_MS = 500;
const KEY = ['delete-list'];

type Id = ListRow['id'];

/** Deletes a list after a short delay. Its row disappears when the server has confirmed. */
export function useDeleteList() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationKey: KEY,
    mutationFn: async (id: Id) => {
      await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
      return api(listRoutes.deleteFile, { params: { id } });
    },
    onSuccess: async (_, id) => {
      // The response to a request that is still running would bring the row back.
      await queries.cancelQueries({ queryKey: listsKey });
      queries.setQueriesData<ListPage>({ queryKey: listsKey }, (page) => page && without(page, id));
      toast.success(t('lists.deleted'));
      await queries.invalidateQueries({ queryKey: listsKey });
    },
  });
}

export const useDeleting = (): ReadonlySet<Id> =>
  new Set(
    useMutationState({
      filters: { mutationKey: KEY, status: 'pending' },
      select: (mutation) => mutation.state.variables as Id,
    }),
  );
