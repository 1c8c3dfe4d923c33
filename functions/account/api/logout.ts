import { accountRoutes } from '../../../shared/contract/account.ts';
import { logout } from '../logout.ts';
import { log } from '../../platform/context.ts';
import { sessions } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

const needs = { log, sessions };

export const handler = serveRoute(
  accountRoutes.logout,
  needs,
  async ({ caller, sourceIp }, parts) => {
    await logout(parts, { userId: caller.user.id, sessionId: caller.sessionId, sourceIp });
    return { data: {} };
  },
);
