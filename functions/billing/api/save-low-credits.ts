import { lowCreditsRoutes } from '../../../shared/contract/low-credits.ts';
import { accounts } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { ledger } from '../../credits/context.ts';
import { lowBalanceAlerts } from '../../low-credits/context.ts';
import { clock, log } from '../../platform/context.ts';
import { billingQueue, purchases, stripe } from '../context.ts';
import { saveLowCredits } from '../top-up/low-credits.ts';

export const handler = serveRoute(
  lowCreditsRoutes.saveLowCredits,
  {
    accounts,
    billingQueue,
    clock,
    ledger,
    log,
    purchases,
    stripe,
    lowBalanceAlerts,
  },
  async ({ caller, body }, deps) => ({ data: await saveLowCredits(deps, caller.user, body) }),
);
