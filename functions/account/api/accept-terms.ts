import { accountRoutes } from '../../../shared/contract/account.ts';
import { acceptTerms } from '../accept-terms.ts';
import { describeMe } from '../describe-me.ts';
import { ledger } from '../../credits/context.ts';
import { clock, secrets } from '../../platform/context.ts';
import { accounts, apiKeys } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

const needs = { accounts, apiKeys, clock, ledger, secrets };

export const handler = serveRoute(
  accountRoutes.acceptTerms,
  needs,
  async ({ caller, sourceIp }, parts) => {
    const user = await acceptTerms(parts, { userId: caller.user.id, sourceIp });
    return { data: await describeMe(parts, { user, sessionId: caller.sessionId }) };
  },
);
