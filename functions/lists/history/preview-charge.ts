import type { ListsDeps } from '../deps.ts';

/**
 * Creates a function that returns the credits charged for a list's preview. `previewCharged` is set
 * when the whole list starts; before that, `charged` is the charge of the preview.
 */
export const createPreviewChargeReader =
  ({ lists }: { readonly lists: Pick<ListsDeps['lists'], 'get'> }) =>
  async (userId: string, listId: string): Promise<number> => {
    const list = await lists.get(userId, listId);
    return list?.previewCharged ?? list?.charged ?? 0;
  };
