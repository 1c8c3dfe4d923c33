import { listRoutes } from '../../../shared/contract/lists.ts';
import { deleteList } from '../history/delete-list.ts';
import { watches } from '../../low-credits/context.ts';
import { forgetList } from '../../low-credits/note-credits.ts';
import { clock } from '../../platform/context.ts';
import { lists } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  listRoutes.deleteFile,
  { clock, lists, watches },
  async ({ caller, params }, deps) => {
    await forgetList(deps, caller.user, params.id);
    await deleteList(deps, caller.ownerId, params.id);
    return { data: {} };
  },
);
