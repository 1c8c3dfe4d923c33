import { accountRoutes } from '../../../shared/contract/account.ts';
import { acceptTerms } from '../accept-terms.ts';
import { describeMe } from '../describe-me.ts';
import { ledger } from '../../credits/context.ts';
import { clock, env, secrets } from '../../platform/context.ts';
import { accounts, apiKeys } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  accountRoutes.acceptTerms,
  { accounts, apiKeys, clock, env, ledger, secrets },
  async ({ caller, sourceIp }, deps) => {
    const user = await acceptTerms(deps, { userId: caller.user.id, sourceIp });
    return { data: await describeMe(deps, { ...caller, user }) };
  },
);
