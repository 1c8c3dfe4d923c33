import { listRoutes } from '../../../shared/contract/lists.ts';
import { deleteList } from '../history/delete-list.ts';
import { lowBalanceAlerts } from '../../low-credits/context.ts';
import { forgetListAwaitingCredits } from '../../low-credits/check-credits.ts';
import { clock } from '../../platform/context.ts';
import { lists } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  listRoutes.deleteFile,
  { clock, lists, lowBalanceAlerts },
  async ({ caller, params }, deps) => {
    await forgetListAwaitingCredits(deps, caller.user, params.id);
    await deleteList(deps, caller.ownerId, params.id);
    // The list may have begun to wait for credits between the first call and its deletion.
    await forgetListAwaitingCredits(deps, caller.user, params.id);
    return { data: {} };
  },
);
