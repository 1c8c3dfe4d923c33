import { accountRoutes } from '../../../shared/contract/account.ts';
import { captcha } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

const needs = { captcha };

export const handler = serveRoute(accountRoutes.captcha, needs, async (_, parts) => ({
  data: await parts.captcha.challenge(),
}));
