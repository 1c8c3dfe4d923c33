import { systemRoutes } from '../../../shared/contract/system.ts';
import { checkHealth } from '../check-health.ts';
import { accounts } from '../../access/context.ts';
import { secrets } from '../../platform/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

const needs = { accounts, secrets };

export const handler = serveRoute(systemRoutes.health, needs, async (_, parts) => {
  await checkHealth(parts);
  return { data: { ok: true as const } };
});
