import { accountRoutes } from '../../../shared/contract/account.ts';
import { login } from '../login.ts';
import { clock, ids, limits, secrets } from '../../platform/context.ts';
import { accounts, apiKeys, sessions } from '../../access/context.ts';
import { captcha, passwords, registrations } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

const needs = {
  accounts,
  apiKeys,
  captcha,
  clock,
  ids,
  limits,
  passwords,
  registrations,
  secrets,
  sessions,
};

export const handler = serveRoute(
  accountRoutes.login,
  needs,
  async ({ body, sourceIp }, parts) => ({
    data: await login(parts, {
      email: body.email,
      password: body.password,
      captcha: body['g-recaptcha-response'],
      sourceIp,
    }),
  }),
);
