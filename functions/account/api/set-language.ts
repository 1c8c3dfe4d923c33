import { accountRoutes } from '../../../shared/contract/account.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { describeMe } from '../describe-me.ts';
import { ledger } from '../../credits/context.ts';
import { clock, env, secrets } from '../../platform/context.ts';
import { accounts, apiKeys } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  accountRoutes.setLanguage,
  { accounts, apiKeys, clock, env, ledger, secrets },
  async ({ caller, body }, deps) => {
    const user = await deps.accounts.setLanguage(caller.user.id, body.language);
    if (!user) throw new AppError('unauthenticated');
    return { data: await describeMe(deps, { ...caller, user }) };
  },
);
