import { listRoutes } from '../../../shared/contract/lists.ts';
import { listFiles } from '../history/list-files.ts';
import { clock } from '../../platform/context.ts';
import { limits } from '../../access/context.ts';
import { lists } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  listRoutes.listFiles,
  { clock, limits, lists },
  async ({ caller, query, language }, deps) => ({
    data: await listFiles(deps, caller.ownerId, query, language),
  }),
);
