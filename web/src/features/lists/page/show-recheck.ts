import type { QueryClient } from '@tanstack/react-query';
import type { ListDetail, Recheck } from '../../../../../shared/contract/list-detail.ts';

export async function showRecheck(
  queries: QueryClient,
  { id }: Pick<ListDetail, 'id'>,
  recheck: Recheck,
): Promise<void> {
  queries.setQueryData<ListDetail>(['list', id], (before) => before && { ...before, recheck });
  await queries.invalidateQueries({ queryKey: ['list', id] });
}
