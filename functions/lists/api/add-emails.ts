import { listRoutes } from '../../../shared/contract/lists.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { ledger } from '../../credits/context.ts';
import { clock } from '../../platform/context.ts';
import { lists, queues } from '../context.ts';
import { editList } from '../watch/edit-list.ts';

export const handler = serveRoute(
  listRoutes.addEmails,
  { clock, ledger, lists, queues },
  async ({ caller, params, body }, deps) => {
    const { emails } = body;
    const malformed = await editList(deps, caller.ownerId, params.id, { adds: true, emails });
    return { data: { malformed } };
  },
);
