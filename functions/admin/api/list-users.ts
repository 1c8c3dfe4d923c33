import { adminRoutes } from '../../../shared/contract/admin.ts';
import { listUsers } from '../list-users.ts';
import { serveRoute } from '../../account/serve-route.ts';
import { ledger } from '../../credits/context.ts';
import { customers } from '../context.ts';

const needs = { customers, ledger };

export const handler = serveRoute(adminRoutes.listUsers, needs, ({ query }, parts) =>
  listUsers({ ...parts, purchasesOf: async () => [] }, query),
);
