import { clock, db, ids, log, secrets } from '../platform/context.ts';
import { once } from '../platform/once.ts';
import { createAccounts } from './adapters/accounts.ts';
import { createApiKeys } from './adapters/api-keys.ts';
import { createBulkAccounts } from './adapters/bulk-accounts.ts';
import { createCaptchaReplays } from './adapters/captcha-replays.ts';
import { createCaptcha } from './adapters/captcha.ts';
import { createClosedAccounts } from './adapters/closed-accounts.ts';
import { createDirectory } from './adapters/directory.ts';
import { normalAddress as parserNormalAddress } from './adapters/normal-address.ts';
import { createPasswords } from './adapters/passwords.ts';
import { createRegistrations } from './adapters/registrations.ts';
import { createSessions } from './adapters/sessions.ts';

/** The parts of accounts, for their handlers and for those of features above. */
export const accounts = /* @__PURE__ */ once(() => createAccounts(db(), clock()));
export const closedAccounts = /* @__PURE__ */ once(() => createClosedAccounts(db()));
export const bulkAccounts = /* @__PURE__ */ once(() => createBulkAccounts(db(), clock()));
export const directory = /* @__PURE__ */ once(() => createDirectory(db()));
export const normalAddress = () => parserNormalAddress;
export const sessions = /* @__PURE__ */ once(() => createSessions(db()));
export const registrations = /* @__PURE__ */ once(() => createRegistrations(db()));
export const passwords = /* @__PURE__ */ once(() => createPasswords(ids()));
export const apiKeys = /* @__PURE__ */ once(() =>
  createApiKeys(db(), accounts(), secrets(), ids(), log()),
);
export const captcha = /* @__PURE__ */ once(() =>
  createCaptcha(secrets(), createCaptchaReplays(db()), clock()),
);
