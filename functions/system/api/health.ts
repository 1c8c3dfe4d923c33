import { systemRoutes } from '../../../shared/contract/system.ts';
import { accounts } from '../../access/context.ts';
import { secrets } from '../../platform/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

/** Fails if the table or the CSRF secret cannot be read, because the web app needs both. */
export const handler = serveRoute(systemRoutes.health, { accounts, secrets }, async (_, deps) => {
  await Promise.all([deps.accounts.get('nobody'), deps.secrets.key('csrf')]);
  return { data: { ok: true as const } };
});
