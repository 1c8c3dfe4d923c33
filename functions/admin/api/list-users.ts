import { adminRoutes } from '../../../shared/contract/admin.ts';
import { listUsers } from '../list-users.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { purchases } from '../../billing/context.ts';
import { ledger } from '../../credits/context.ts';
import { customers } from '../context.ts';

export const handler = serveRoute(
  adminRoutes.listUsers,
  { customers, ledger, purchases },
  ({ query }, deps) => listUsers(deps, query),
);
