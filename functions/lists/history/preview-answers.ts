import type { ListsDeps } from '../deps.ts';

/**
 * Returns the credits charged by the preview of a list that is waiting, or waited before its start,
 * for credits.
 */
export const countPreviewAnswers =
  ({ lists }: { readonly lists: Pick<ListsDeps['lists'], 'get'> }) =>
  async (userId: string, listId: string): Promise<number> => {
    const list = await lists.get(userId, listId);
    return list?.previewCharged ?? list?.charged ?? 0;
  };
