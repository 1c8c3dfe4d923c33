import { usageRoutes } from '../../../shared/contract/usage.ts';
import { ledger } from '../../credits/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(usageRoutes.credits, { ledger }, async ({ caller }, deps) => {
  const { available, reserved, held, debt } = await deps.ledger.balance(caller.ownerId);
  return { data: { available, reserved, held, debt } };
});
