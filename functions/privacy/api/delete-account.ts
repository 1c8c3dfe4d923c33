import { privacyRoutes } from '../../../shared/contract/privacy.ts';
import { accounts } from '../../access/context.ts';
import { closedAccounts } from '../../account/context.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock, log, secrets } from '../../platform/context.ts';
import { privacyQueue } from '../context.ts';
import { deleteAccount } from '../delete-account.ts';

export const handler = serveRoute(
  privacyRoutes.deleteAccount,
  { accounts, closedAccounts, clock, log, privacyQueue, secrets },
  async ({ caller }, deps) => {
    await deleteAccount(deps, caller.user.id);
    return { data: {} };
  },
);
