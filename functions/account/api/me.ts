import { accountRoutes } from '../../../shared/contract/account.ts';
import { describeMe } from '../describe-me.ts';
import { ledger } from '../../credits/context.ts';
import { secrets } from '../../platform/context.ts';
import { apiKeys } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

const needs = { apiKeys, ledger, secrets };

export const handler = serveRoute(accountRoutes.me, needs, async ({ caller }, parts) => ({
  data: await describeMe(parts, caller),
}));
