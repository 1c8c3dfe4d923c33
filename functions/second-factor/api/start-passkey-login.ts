import { secondFactorRoutes } from '../../../shared/contract/second-factor.ts';
import { issueChallenge } from '../../access/challenge.ts';
import { clock, ids, secrets } from '../../platform/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  secondFactorRoutes.startPasskeyLogin,
  { clock, ids, secrets },
  async (_, deps) => ({
    data: { challenge: await issueChallenge(deps, 'passkey', '', '') },
  }),
);
