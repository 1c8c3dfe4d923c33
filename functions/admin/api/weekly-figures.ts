import { adminRoutes } from '../../../shared/contract/admin.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { figures } from '../../credits/context.ts';
import { clock } from '../../platform/context.ts';
import { getWeeklyFigures } from '../weekly-figures.ts';

export const handler = serveRoute(
  adminRoutes.weeklyFigures,
  { clock, figures },
  async (_, deps) => ({
    data: await getWeeklyFigures(deps),
  }),
);
