import type { ListsDeps } from '../deps.ts';

/** The charged answers of a list's preview, for a list that waits for credits or did so. */
export const previewAnswers =
  ({ lists }: { readonly lists: Pick<ListsDeps['lists'], 'get'> }) =>
  async (userId: string, listId: string): Promise<number> => {
    const list = await lists.get(userId, listId);
    return list?.previewCharged ?? list?.charged ?? 0;
  };
