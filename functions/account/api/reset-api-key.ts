import { accountRoutes } from '../../../shared/contract/account.ts';
import { resetApiKey } from '../reset-api-key.ts';
import { log } from '../../platform/context.ts';
import { apiKeys } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  accountRoutes.resetApiKey,
  { apiKeys, log },
  async ({ caller, sourceIp }, deps) => ({
    data: await resetApiKey(deps, { userId: caller.user.id, sourceIp }),
  }),
);
