import { listRoutes } from '../../../shared/contract/lists.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock } from '../../platform/context.ts';
import { lists } from '../context.ts';
import { watchList } from '../watch/watch-list.ts';

export const handler = serveRoute(
  listRoutes.watchList,
  { clock, lists },
  async ({ caller, params, body }, deps) => {
    const wanted = { every: body.every, maxCredits: body.max_credits };
    return { data: await watchList(deps, caller.ownerId, params.id, wanted) };
  },
);
