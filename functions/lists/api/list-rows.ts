import { listRoutes } from '../../../shared/contract/lists.ts';
import { listRows } from '../result/list-rows.ts';
import { blobs, clock } from '../../platform/context.ts';
import { bouncedAddresses, lists, tasks } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  listRoutes.listRows,
  { blobs, bouncedAddresses, clock, lists, tasks },
  async ({ caller, params: { id }, query }, deps) => ({
    data: await listRows(deps, caller.ownerId, id, query),
  }),
);
