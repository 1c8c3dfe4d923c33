import { accountRoutes } from '../../../shared/contract/account.ts';
import { describeMe } from '../describe-me.ts';
import { setLanguage } from '../set-language.ts';
import { ledger } from '../../credits/context.ts';
import { secrets } from '../../platform/context.ts';
import { accounts, apiKeys } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

const needs = { accounts, apiKeys, ledger, secrets };

export const handler = serveRoute(
  accountRoutes.setLanguage,
  needs,
  async ({ caller, body }, parts) => {
    const user = await setLanguage(parts, caller.user.id, body.language);
    return { data: await describeMe(parts, { user, sessionId: caller.sessionId }) };
  },
);
