import { accountRoutes } from '../../../shared/contract/account.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { resetApiKey } from '../reset-api-key.ts';
import { log } from '../../platform/context.ts';
import { apiKeys } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  accountRoutes.resetApiKeyByGet,
  { apiKeys, log },
  async ({ caller, header, sourceIp }, deps) => {
    // A browser that prefetches the link must not reset the key.
    if (header('Sec-Purpose')?.includes('prefetch')) throw new AppError('forbidden');
    return { data: await resetApiKey(deps, { userId: caller.user.id, sourceIp }) };
  },
);
