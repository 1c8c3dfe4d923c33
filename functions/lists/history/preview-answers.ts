import type { ListsDeps } from '../deps.ts';

/** Credits that the preview of a list has charged. Valid only for a list that waits or waited for credits. */
export const previewAnswers =
  ({ lists }: { readonly lists: Pick<ListsDeps['lists'], 'get'> }) =>
  async (userId: string, listId: string): Promise<number> => {
    const list = await lists.get(userId, listId);
    return list?.previewCharged ?? list?.charged ?? 0;
  };
