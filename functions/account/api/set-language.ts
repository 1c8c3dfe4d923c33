import { accountRoutes } from '../../../shared/contract/account.ts';
import { describeMe } from '../describe-me.ts';
import { setLanguage } from '../set-language.ts';
import { ledger } from '../../credits/context.ts';
import { secrets } from '../../platform/context.ts';
import { accounts, apiKeys } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  accountRoutes.setLanguage,
  { accounts, apiKeys, ledger, secrets },
  async ({ caller, body }, deps) => {
    const user = await setLanguage(deps, caller.user.id, body.language);
    return { data: await describeMe(deps, { user, sessionId: caller.sessionId }) };
  },
);
