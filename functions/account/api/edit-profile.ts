import { accountRoutes } from '../../../shared/contract/account.ts';
import { describeMe } from '../describe-me.ts';
import { editProfile } from '../edit-profile.ts';
import { ledger } from '../../credits/context.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, ids, log, secrets } from '../../platform/context.ts';
import { accountQueue, passwords } from '../context.ts';
import { accounts, apiKeys, limits, sessions } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  accountRoutes.editProfile,
  {
    accountQueue,
    accounts,
    apiKeys,
    clock,
    ids,
    ledger,
    limits,
    log,
    mailQueue,
    passwords,
    secrets,
    sessions,
  },
  async ({ caller, body, sourceIp }, deps) => {
    const { sessionId } = caller;
    const edited = await editProfile(deps, { user: caller.user, sessionId, sourceIp }, body);
    const user = await describeMe(deps, { user: edited.user, sessionId });
    return { data: { user, password_changed: edited.passwordChanged } };
  },
);
