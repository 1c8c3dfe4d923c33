import { accountRoutes } from '../../../shared/contract/account.ts';
import { register } from '../register.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, ids, limits, log, secrets } from '../../platform/context.ts';
import { accounts, captcha, normalAddress, passwords, registrations } from '../context.ts';
import { serveRoute } from '../serve-route.ts';

const needs = {
  accounts,
  captcha,
  clock,
  ids,
  limits,
  log,
  mailQueue,
  normalAddress,
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
