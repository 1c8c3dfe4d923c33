import type { ListsDeps } from '../deps.ts';

/** Credits charged by the preview of a list that waits for credits or did so before it started. */
export const countPreviewAnswers =
  ({ lists }: { readonly lists: Pick<ListsDeps['lists'], 'get'> }) =>
  async (userId: string, listId: string): Promise<number> => {
    const list = await lists.get(userId, listId);
    return list?.previewCharged ?? list?.charged ?? 0;
  };
