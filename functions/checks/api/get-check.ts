import { checkRoutes } from '../../../shared/contract/checks.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock, env } from '../../platform/context.ts';
import { checks } from '../context.ts';
import { describeCheck, toCheckResponse } from '../check-email.ts';

export const handler = serveRoute(
  checkRoutes.getCheck,
  { checks, clock, env },
  async ({ caller, language, params: { id } }, deps) =>
    toCheckResponse(await describeCheck(deps, caller.ownerId, id), language, deps.clock.now()),
);
