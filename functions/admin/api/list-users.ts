import { adminRoutes } from '../../../shared/contract/admin.ts';
import { listUsers } from '../list-users.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { accounts } from '../../access/context.ts';
import { purchases, stripe } from '../../billing/context.ts';
import { ledger } from '../../credits/context.ts';
import { lists } from '../../lists/context.ts';
import { log } from '../../platform/context.ts';
import { customers } from '../context.ts';

export const handler = serveRoute(
  adminRoutes.listUsers,
  { accounts, customers, ledger, lists, log, purchases, stripe },
  ({ query }, deps) => listUsers(deps, query),
);
