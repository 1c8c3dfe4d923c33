import { accountRoutes } from '../../../shared/contract/account.ts';
import { describeMe } from '../describe-me.ts';
import { ledger } from '../../credits/context.ts';
import { clock, env, secrets } from '../../platform/context.ts';
import { apiKeys } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  accountRoutes.me,
  { apiKeys, clock, env, ledger, secrets },
  async ({ caller }, deps) => ({ data: await describeMe(deps, caller) }),
);
