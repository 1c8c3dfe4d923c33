import { privacyRoutes } from '../../../shared/contract/privacy.ts';
import { accounts, closedAccounts, normalAddress } from '../../account/context.ts';
import { serveRoute } from '../../account/serve-route.ts';
import { clock, log, secrets } from '../../platform/context.ts';
import { privacyQueue } from '../context.ts';
import { deleteAccount } from '../delete-account.ts';

const needs = { accounts, closedAccounts, clock, log, normalAddress, privacyQueue, secrets };

export const handler = serveRoute(privacyRoutes.deleteAccount, needs, async ({ caller }, parts) => {
  await deleteAccount(parts, caller.user.id);
  return { data: {} };
});
