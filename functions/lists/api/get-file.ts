import { listRoutes } from '../../../shared/contract/lists.ts';
import { describeList } from '../describe-list.ts';
import { clock } from '../../platform/context.ts';
import { lists } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

const needs = { clock, lists };

export const handler = serveRoute(listRoutes.getFile, needs, async ({ caller, params }, parts) => ({
  data: await describeList(parts, caller.ownerId, params.id),
}));
