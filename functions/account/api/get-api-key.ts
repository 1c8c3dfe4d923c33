import { accountRoutes } from '../../../shared/contract/account.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { apiKeys } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  accountRoutes.getApiKey,
  { apiKeys },
  async ({ caller }, deps) => {
    const apiKey = await deps.apiKeys.reveal(caller.user);
    if (apiKey === null) throw new AppError('api_paid_only');
    return { data: { api_key: apiKey } };
  },
);
