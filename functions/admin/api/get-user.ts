import { adminRoutes } from '../../../shared/contract/admin.ts';
import { accounts, sessions } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { adjustments, purchases } from '../../billing/context.ts';
import { ledger } from '../../credits/context.ts';
import { lists } from '../../lists/context.ts';
import { clock } from '../../platform/context.ts';
import { describeUser } from '../describe-user.ts';

export const handler = serveRoute(
  adminRoutes.getUser,
  { accounts, adjustments, clock, ledger, lists, purchases, sessions },
  async ({ params, query }, deps) => ({ data: await describeUser(deps, params.id, query) }),
);
