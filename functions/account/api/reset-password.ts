import { accountRoutes } from '../../../shared/contract/account.ts';
import { resetPassword } from '../reset-password.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, log } from '../../platform/context.ts';
import { accountQueue, passwordResets, passwords } from '../context.ts';
import { accounts, sessions } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  accountRoutes.resetPassword,
  { accountQueue, accounts, clock, log, mailQueue, passwordResets, passwords, sessions },
  async ({ body, sourceIp }, deps) => {
    const { email, token, new_password: password } = body;
    await resetPassword(deps, { email, token, password, sourceIp });
    return { data: {} };
  },
);
