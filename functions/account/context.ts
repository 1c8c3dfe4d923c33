import { accounts } from '../access/context.ts';
import { clock, db, dbOf, env, ids, secrets, sender } from '../platform/context.ts';
import { once } from '../platform/once.ts';
import { createAccountQueue } from './adapters/account-queue.ts';
import { createCaptchaReplays } from './adapters/captcha-replays.ts';
import { createCaptcha } from './adapters/captcha.ts';
import { createClosedAccounts } from './adapters/closed-accounts.ts';
import { createPasswordResets } from './adapters/password-resets.ts';
import { createPasswords } from './adapters/passwords.ts';
import { createRegistrations } from './adapters/registrations.ts';

/** The parts of accounts, for their handlers and for those of features above. */
export const accountQueue = /* @__PURE__ */ once(() =>
  createAccountQueue(sender(), env().ACCOUNT_QUEUE_URL),
);
export const captcha = /* @__PURE__ */ once(() =>
  createCaptcha(secrets(), createCaptchaReplays(db()), clock()),
);
export const closedAccounts = /* @__PURE__ */ once(() =>
  createClosedAccounts(db(), clock(), accounts()),
);
/** Closed accounts of another table than the one in use. */
export const closedAccountsIn = (table: string) =>
  createClosedAccounts(dbOf(table), clock(), accounts());
export const passwordResets = /* @__PURE__ */ once(() => createPasswordResets(db(), accounts()));
export const passwords = /* @__PURE__ */ once(() => createPasswords(ids()));
export const registrations = /* @__PURE__ */ once(() => createRegistrations(db()));
