import { lowCreditsRoutes } from '../../../shared/contract/low-credits.ts';
import { accounts } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { lowBalanceAlerts } from '../../low-credits/context.ts';
import { clock, log } from '../../platform/context.ts';
import { purchases, stripe } from '../context.ts';
import { getLowCreditSettings } from '../top-up/low-credits.ts';

export const handler = serveRoute(
  lowCreditsRoutes.lowCredits,
  { accounts, clock, log, purchases, stripe, lowBalanceAlerts },
  async ({ caller }, deps) => ({ data: await getLowCreditSettings(deps, caller.user) }),
);
