import { accountRoutes } from '../../../shared/contract/account.ts';
import { verifyOtp } from '../verify-otp.ts';
import { figures, ledger } from '../../credits/context.ts';
import { clock, ids, log, secrets } from '../../platform/context.ts';
import { accounts, apiKeys, limits, sessions } from '../../access/context.ts';
import { closedAccounts, passwords, publicDns, registrations } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  accountRoutes.verifyOtp,
  {
    accounts,
    apiKeys,
    clock,
    closedAccounts,
    figures,
    ids,
    ledger,
    limits,
    log,
    passwords,
    publicDns,
    registrations,
    secrets,
    sessions,
  },
  async ({ body, sourceIp }, deps) => ({ data: await verifyOtp(deps, { ...body, sourceIp }) }),
);
