import { accountRoutes } from '../../../shared/contract/account.ts';
import { log } from '../../platform/context.ts';
import { sessions } from '../../access/context.ts';
import { logSecurity } from '../../access/security-log.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  accountRoutes.logout,
  { log, sessions },
  async ({ caller, sourceIp }, deps) => {
    await deps.sessions.delete(caller.user.id, caller.sessionId);
    logSecurity(deps.log, { what: 'session_ended', account: caller.user.id, sourceIp });
    return { data: {} };
  },
);
