import { accountRoutes } from '../../../shared/contract/account.ts';
import { register } from '../register.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, ids, limits, log, secrets } from '../../platform/context.ts';
import { accounts } from '../../access/context.ts';
import { captcha, passwords, registrations } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

const needs = {
  accounts,
  captcha,
  clock,
  ids,
  limits,
  log,
  mailQueue,
  passwords,
  registrations,
  secrets,
};

export const handler = serveRoute(
  accountRoutes.register,
  needs,
  async ({ body, sourceIp }, parts) => ({
    data: await register(parts, body, sourceIp),
  }),
);
