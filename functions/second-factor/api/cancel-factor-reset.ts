import { secondFactorRoutes } from '../../../shared/contract/second-factor.ts';
import { cancelFactorReset } from '../factor-reset.ts';
import { accounts } from '../../access/context.ts';
import { clock, log, secrets } from '../../platform/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  secondFactorRoutes.cancelFactorReset,
  { accounts, clock, log, secrets },
  async ({ body, sourceIp }, deps) => {
    await cancelFactorReset(deps, { token: body.t, sourceIp });
    return { data: {} };
  },
);
