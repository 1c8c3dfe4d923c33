import type { ListsDeps } from '../deps.ts';

/** The list may still be waiting for credits, or may have started since the preview. */
export const createPreviewChargeReader =
  ({ lists }: { readonly lists: Pick<ListsDeps['lists'], 'get'> }) =>
  async (userId: string, listId: string): Promise<number> => {
    const list = await lists.get(userId, listId);
    return list?.previewCharged ?? list?.charged ?? 0;
  };
