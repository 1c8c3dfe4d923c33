import { secondFactorRoutes } from '../../../shared/contract/second-factor.ts';
import { reauthenticate } from '../reauthenticate.ts';
import { passwords } from '../../account/context.ts';
import { limits, sessions } from '../../access/context.ts';
import { clock, log, secrets } from '../../platform/context.ts';
import { factors, webAuthn } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  secondFactorRoutes.reauthenticate,
  { clock, factors, limits, log, passwords, secrets, sessions, webAuthn },
  async ({ body, caller, sourceIp }, deps) => {
    await reauthenticate(deps, caller, { ...body, sourceIp });
    return { data: {} };
  },
);
