import { secondFactorRoutes } from '../../../shared/contract/second-factor.ts';
import { startFactor } from '../start-factor.ts';
import { clock, ids, secrets } from '../../platform/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  secondFactorRoutes.startFactor,
  { clock, ids, secrets },
  async ({ caller }, deps) => ({ data: await startFactor(deps, caller) }),
);
