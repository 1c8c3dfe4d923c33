import { keyRoutes } from '../../../shared/contract/keys.ts';
import { namedKeys } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { log } from '../../platform/context.ts';
import { revokeKey } from '../keys.ts';

export const handler = serveRoute(
  keyRoutes.revokeKey,
  { log, namedKeys },
  async ({ caller, sourceIp, params }, deps) => {
    await revokeKey(deps, { userId: caller.user.id, sourceIp }, params.id);
    return { data: {} };
  },
);
