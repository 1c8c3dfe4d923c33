import { createServer } from 'node:http';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { accounts, activity, apiKeys, sessions } from '../../functions/access/context.ts';
import { openSession } from '../../functions/access/open-session.ts';
import type { User } from '../../functions/access/adapters/user.ts';
import { recordAcceptedTerms } from '../../functions/account/accept-terms.ts';
import { passwords } from '../../functions/account/context.ts';
import { createAccount } from '../../functions/account/create-account.ts';
import { ledger } from '../../functions/credits/context.ts';
import { depsOf } from '../../functions/platform/container.ts';
import { clock, ids, secrets } from '../../functions/platform/context.ts';
import { LANGUAGES, ROLE } from '../../shared/model/account.ts';
import { WELCOME_CREDITS } from '../../shared/model/credits.ts';
import { CUSTOMER_PASSWORD } from './customer.ts';

/**
 * A process that opens sessions on the stack that its environment variables describe, and creates
 * the customer if the email address has no account. It prints its port on the first line. A real
 * sign-up would cost a second of CPU time for the captcha and the password hash; this process
 * hashes the password only once.
 */

const deps = depsOf({
  accounts,
  activity,
  apiKeys,
  clock,
  ids,
  ledger,
  passwords,
  secrets,
  sessions,
});
const passwordHash = deps.passwords.hash(CUSTOMER_PASSWORD);
const request = z.object({ email: z.string(), language: z.enum(LANGUAGES) });

async function makeCustomer({ email, language }: z.output<typeof request>): Promise<User> {
  const person = {
    email,
    password: CUSTOMER_PASSWORD,
    firstName: 'Ada',
    lastName: 'Martin',
    language,
  };
  const { id } = await createAccount(
    { ...deps, passwords: { ...deps.passwords, hash: () => passwordHash } },
    { ...person, role: ROLE.customer },
  );
  const source = `welcome:${id}`;
  await deps.ledger.grant(id, { source, amount: WELCOME_CREDITS, why: 'welcome credits' });
  return recordAcceptedTerms(deps, { userId: id, sourceIp: '127.0.0.1' });
}

const server = createServer(async (message, response) => {
  const wanted = request.parse(await json(message));
  const user = (await deps.accounts.findByEmail(wanted.email)) ?? (await makeCustomer(wanted));
  response.end(JSON.stringify(await openSession(deps, user)));
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const address = server.address();
console.log(typeof address === 'object' ? address?.port : address);
