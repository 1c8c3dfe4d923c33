import { adminRoutes } from '../../../shared/contract/admin.ts';
import { updateUser } from '../update-user.ts';
import { accounts, sessions } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { lists, queues } from '../../lists/context.ts';
import { clock, log } from '../../platform/context.ts';

const needs = { accounts, clock, lists, log, queues, sessions };

export const handler = serveRoute(
  adminRoutes.updateUser,
  needs,
  async ({ body, caller, sourceIp }, parts) => ({
    data: await updateUser(parts, { ...body, by: caller.user.id, sourceIp }),
  }),
);
