import { accountRoutes } from '../../../shared/contract/account.ts';
import { describeMe } from '../describe-me.ts';
import { editProfile } from '../edit-profile.ts';
import { ledger } from '../../credits/context.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, env, ids, log, secrets } from '../../platform/context.ts';
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
    env,
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
    const edited = await editProfile(deps, { ...caller, sourceIp }, body);
    const user = await describeMe(deps, { ...caller, user: edited.user });
    return { data: { user, password_changed: edited.passwordChanged } };
  },
);
