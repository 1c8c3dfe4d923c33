import { systemRoutes } from '../../../shared/contract/system.ts';
import { checkHealth } from '../check-health.ts';
import { accounts } from '../../access/context.ts';
import { secrets } from '../../platform/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(systemRoutes.health, { accounts, secrets }, async (_, deps) => {
  await checkHealth(deps);
  return { data: { ok: true as const } };
});
