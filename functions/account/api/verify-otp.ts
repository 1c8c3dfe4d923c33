import { accountRoutes } from '../../../shared/contract/account.ts';
import { verifyOtp } from '../verify-otp.ts';
import { ledger } from '../../credits/context.ts';
import { clock, ids, limits, secrets } from '../../platform/context.ts';
import { accounts, apiKeys, sessions } from '../../access/context.ts';
import { closedAccounts, passwords, registrations } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

const needs = {
  accounts,
  apiKeys,
  clock,
  closedAccounts,
  ids,
  ledger,
  limits,
  passwords,
  registrations,
  secrets,
  sessions,
};

export const handler = serveRoute(
  accountRoutes.verifyOtp,
  needs,
  async ({ body, sourceIp }, parts) => ({
    data: await verifyOtp(parts, { ...body, sourceIp }),
  }),
);
