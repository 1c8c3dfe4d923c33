import { accountRoutes } from '../../../shared/contract/account.ts';
import { logout } from '../logout.ts';
import { log } from '../../platform/context.ts';
import { sessions } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  accountRoutes.logout,
  { log, sessions },
  async ({ caller, sourceIp }, deps) => {
    await logout(deps, { userId: caller.user.id, sessionId: caller.sessionId, sourceIp });
    return { data: {} };
  },
);
