import { addressListRoutes } from '../../../shared/contract/address-lists.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { lists } from '../context.ts';
import { toListRow } from '../history/describe-list.ts';

const PAGE_SIZE = 50;

export const handler = serveRoute(
  addressListRoutes.listLists,
  { lists },
  async ({ caller, query: { cursor } }, deps) => {
    const page = await deps.lists.newestAfter(caller.ownerId, cursor, PAGE_SIZE);
    return { data: { ...page, lists: page.lists.map(toListRow) } };
  },
);
