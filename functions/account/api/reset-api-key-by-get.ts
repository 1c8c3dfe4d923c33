import { accountRoutes } from '../../../shared/contract/account.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { resetApiKey } from '../reset-api-key.ts';
import { log } from '../../platform/context.ts';
import { apiKeys } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

const needs = { apiKeys, log };

export const handler = serveRoute(
  accountRoutes.resetApiKeyByGet,
  needs,
  async ({ caller, header, sourceIp }, parts) => {
    // A browser that fetches ahead of its user must not change anything.
    if (header('Sec-Purpose')?.includes('prefetch')) throw new AppError('forbidden');
    return { data: await resetApiKey(parts, { userId: caller.user.id, sourceIp }) };
  },
);
