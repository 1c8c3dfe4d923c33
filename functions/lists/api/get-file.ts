import { listRoutes } from '../../../shared/contract/lists.ts';
import { describeList } from '../history/describe-list.ts';
import { clock } from '../../platform/context.ts';
import { lists } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  listRoutes.getFile,
  { clock, lists },
  async ({ caller, params: { id }, language }, deps) => ({
    data: await describeList(deps, caller.ownerId, id, language),
  }),
);
