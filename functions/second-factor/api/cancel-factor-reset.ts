import { secondFactorRoutes } from '../../../shared/contract/second-factor.ts';
import { logSecurity } from '../../access/security-log.ts';
import { accounts } from '../../access/context.ts';
import { log } from '../../platform/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  secondFactorRoutes.cancelFactorReset,
  { accounts, log },
  async ({ caller, sourceIp }, deps) => {
    const { id: account } = caller.user;
    if (await deps.accounts.setFactorReset(account, undefined))
      logSecurity(deps.log, { what: 'factor_reset_canceled', account, sourceIp });
    return { data: {} };
  },
);
