import { keyRoutes } from '../../../shared/contract/keys.ts';
import { apiKeys, keyUse, namedKeys } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { listKeys } from '../keys.ts';

export const handler = serveRoute(
  keyRoutes.listKeys,
  { apiKeys, keyUse, namedKeys },
  async ({ caller }, deps) => ({ data: { keys: await listKeys(deps, caller.user) } }),
);
