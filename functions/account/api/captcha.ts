import { accountRoutes } from '../../../shared/contract/account.ts';
import { captcha } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(accountRoutes.captcha, { captcha }, async (_, deps) => ({
  data: await deps.captcha.challenge(),
}));
