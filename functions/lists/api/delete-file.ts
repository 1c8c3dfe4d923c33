import { listRoutes } from '../../../shared/contract/lists.ts';
import { deleteList } from '../delete-list.ts';
import { clock } from '../../platform/context.ts';
import { lists } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

const needs = { clock, lists };

export const handler = serveRoute(
  listRoutes.deleteFile,
  needs,
  async ({ caller, params }, parts) => {
    await deleteList(parts, caller.ownerId, params.id);
    return { data: {} };
  },
);
