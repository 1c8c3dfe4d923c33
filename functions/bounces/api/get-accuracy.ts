import { bounceRoutes } from '../../../shared/contract/bounces.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { outcomes } from '../context.ts';
import { measureAccuracy } from '../measure-accuracy.ts';

export const handler = serveRoute(bounceRoutes.getAccuracy, { outcomes }, async (_, deps) => ({
  data: await measureAccuracy(deps),
}));
