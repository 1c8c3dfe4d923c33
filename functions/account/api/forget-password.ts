import { accountRoutes } from '../../../shared/contract/account.ts';
import { forgetPassword } from '../forget-password.ts';
import { clock, ids, limits } from '../../platform/context.ts';
import { accountQueue } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

const needs = { accountQueue, clock, ids, limits };

export const handler = serveRoute(accountRoutes.forgetPassword, needs, async ({ body }, parts) => {
  await forgetPassword(parts, body.email);
  return { data: {} };
});
