import { keyRoutes } from '../../../shared/contract/keys.ts';
import { namedKeys } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { log } from '../../platform/context.ts';
import { createKey } from '../keys.ts';

export const handler = serveRoute(
  keyRoutes.createKey,
  { log, namedKeys },
  async ({ caller, sourceIp, body }, deps) => ({
    data: await createKey(deps, { userId: caller.user.id, sourceIp }, body),
  }),
);
