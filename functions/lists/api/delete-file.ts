import { listRoutes } from '../../../shared/contract/lists.ts';
import { deleteList } from '../delete-list.ts';
import { clock } from '../../platform/context.ts';
import { lists } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  listRoutes.deleteFile,
  { clock, lists },
  async ({ caller, params }, deps) => {
    await deleteList(deps, caller.ownerId, params.id);
    return { data: {} };
  },
);
