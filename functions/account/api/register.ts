import { accountRoutes } from '../../../shared/contract/account.ts';
import { register } from '../register.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, ids, limits, secrets } from '../../platform/context.ts';
import { accounts, captcha, otps, passwords } from '../context.ts';
import { serveRoute } from '../serve-route.ts';

const needs = { accounts, captcha, clock, ids, limits, mailQueue, otps, passwords, secrets };

export const handler = serveRoute(accountRoutes.register, needs, async ({ body }, parts) => ({
  data: await register(parts, body),
}));
