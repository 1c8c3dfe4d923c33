import { listRoutes } from '../../../shared/contract/lists.ts';
import { listFiles } from '../list-files.ts';
import { clock } from '../../platform/context.ts';
import { lists } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

const needs = { clock, lists };

export const handler = serveRoute(
  listRoutes.listFiles,
  needs,
  async ({ caller, query }, parts) => ({
    data: await listFiles(parts, caller.ownerId, query),
  }),
);
