import { AppError } from '../../../shared/contract/errors.ts';
import { listRoutes } from '../../../shared/contract/lists.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { lists } from '../context.ts';
import { toListRow } from '../history/describe-list.ts';

export const handler = serveRoute(
  listRoutes.renameFile,
  { lists },
  async ({ caller, params, body }, deps) => {
    const renamed = await deps.lists.rename(caller.ownerId, params.id, body.name);
    if (!renamed) throw new AppError('not_found');
    return { data: toListRow(renamed) };
  },
);
