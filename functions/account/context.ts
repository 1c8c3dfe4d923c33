import { clock, db, dbOf, env, ids, log, secrets, sender } from '../platform/context.ts';
import { once } from '../platform/once.ts';
import { createAccountQueue } from './adapters/account-queue.ts';
import { createAccounts } from './adapters/accounts.ts';
import { createApiKeys } from './adapters/api-keys.ts';
import { createBulkAccounts } from './adapters/bulk-accounts.ts';
import { createCaptchaReplays } from './adapters/captcha-replays.ts';
import { createCaptcha } from './adapters/captcha.ts';
import { createClosedAccounts } from './adapters/closed-accounts.ts';
import { createDirectory } from './adapters/directory.ts';
import { normalAddress as parserNormalAddress } from './adapters/normal-address.ts';
import { createPasswordResets } from './adapters/password-resets.ts';
import { createPasswords } from './adapters/passwords.ts';
import { createRegistrations } from './adapters/registrations.ts';
import { createSessions } from './adapters/sessions.ts';

/** The parts of accounts, for their handlers and for those of features above. */
export const accounts = /* @__PURE__ */ once(() => createAccounts(db(), clock()));
/** Closed accounts of another table than the one in use. */
export const closedAccountsIn = (table: string) => createClosedAccounts(dbOf(table), clock());
export const bulkAccounts = /* @__PURE__ */ once(() => createBulkAccounts(db(), clock()));
export const closedAccounts = /* @__PURE__ */ once(() => createClosedAccounts(db(), clock()));
export const directory = /* @__PURE__ */ once(() => createDirectory(db()));
export const normalAddress = () => parserNormalAddress;
export const sessions = /* @__PURE__ */ once(() => createSessions(db()));
export const registrations = /* @__PURE__ */ once(() => createRegistrations(db()));
export const passwordResets = /* @__PURE__ */ once(() => createPasswordResets(db()));
export const accountQueue = /* @__PURE__ */ once(() =>
  createAccountQueue(sender(), env().ACCOUNT_QUEUE_URL),
);
export const passwords = /* @__PURE__ */ once(() => createPasswords(ids()));
export const apiKeys = /* @__PURE__ */ once(() =>
  createApiKeys(db(), accounts(), secrets(), ids(), log()),
);
export const captcha = /* @__PURE__ */ once(() =>
  createCaptcha(secrets(), createCaptchaReplays(db()), clock()),
);
