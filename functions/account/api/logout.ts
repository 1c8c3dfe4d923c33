import { accountRoutes } from '../../../shared/contract/account.ts';
import { logout } from '../logout.ts';
import { sessions } from '../context.ts';
import { serveRoute } from '../serve-route.ts';

const needs = { sessions };

export const handler = serveRoute(accountRoutes.logout, needs, async ({ caller }, parts) => {
  await logout(parts, { userId: caller.user.id, sessionId: caller.sessionId });
  return { data: {} };
});
