import { accountRoutes } from '../../../shared/contract/account.ts';
import { describeMe } from '../describe-me.ts';
import { ledger } from '../../credits/context.ts';
import { clock, env, secrets } from '../../platform/context.ts';
import { apiKeys } from '../../access/context.ts';
import { needsFactor } from '../../access/second-factor.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  accountRoutes.me,
  { apiKeys, clock, env, ledger, secrets },
  async ({ caller }, deps) => {
    const me = await describeMe(deps, caller);
    const isMissing = needsFactor(deps, caller.user);
    return { data: { ...me, ...(isMissing && { factor_required: true as const }) } };
  },
);
