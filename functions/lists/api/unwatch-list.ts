import { listRoutes } from '../../../shared/contract/lists.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock } from '../../platform/context.ts';
import { lists } from '../context.ts';
import { unwatchList } from '../watch/watch-list.ts';

export const handler = serveRoute(
  listRoutes.unwatchList,
  { clock, lists },
  async ({ caller, params }, deps) => {
    await unwatchList(deps, caller.ownerId, params.id);
    return { data: {} };
  },
);
