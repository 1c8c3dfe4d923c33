import type { ListsDeps } from '../deps.ts';

/** Once the whole list starts, `previewCharged` is set; until then, `charged` is the preview's. */
export const createPreviewChargeReader =
  ({ lists }: { readonly lists: Pick<ListsDeps['lists'], 'get'> }) =>
  async (userId: string, listId: string): Promise<number> => {
    const list = await lists.get(userId, listId);
    return list?.previewCharged ?? list?.charged ?? 0;
  };
