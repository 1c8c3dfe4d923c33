import { accountRoutes } from '../../../shared/contract/account.ts';
import { resetApiKey } from '../reset-api-key.ts';
import { log } from '../../platform/context.ts';
import { apiKeys } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

const needs = { apiKeys, log };

export const handler = serveRoute(
  accountRoutes.resetApiKey,
  needs,
  async ({ caller, sourceIp }, parts) => ({
    data: await resetApiKey(parts, { userId: caller.user.id, sourceIp }),
  }),
);
