import { addressListRoutes } from '../../../shared/contract/address-lists.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { lists } from '../context.ts';
import { rowOf } from '../history/describe-list.ts';

const PAGE_SIZE = 50;

export const handler = serveRoute(
  addressListRoutes.listLists,
  { lists },
  async ({ caller, query: { cursor } }, deps) => {
    const found = await deps.lists.newestAfter(caller.ownerId, cursor, PAGE_SIZE + 1);
    const page = found.slice(0, PAGE_SIZE);
    const next = found.length > PAGE_SIZE ? page.at(-1)?.listId : undefined;
    return { data: { lists: page.map(rowOf), next: next ?? null } };
  },
);
