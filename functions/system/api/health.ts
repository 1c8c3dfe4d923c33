import { systemRoutes } from '../../../shared/contract/system.ts';
import { accounts } from '../../access/context.ts';
import { secrets } from '../../platform/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

/** Reads what every call needs: the table and the application secret. Fails when one does. */
export const handler = serveRoute(systemRoutes.health, { accounts, secrets }, async (_, deps) => {
  await Promise.all([deps.accounts.get('nobody'), deps.secrets.key('csrf')]);
  return { data: { ok: true as const } };
});
