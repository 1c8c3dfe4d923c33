import { clock, db, ids, log, secrets } from '../platform/context.ts';
import { once } from '../platform/once.ts';
import { createAccounts } from './adapters/accounts.ts';
import { createApiKeys } from './adapters/api-keys.ts';
import { createBulkAccounts } from './adapters/bulk-accounts.ts';
import { createDirectory } from './adapters/directory.ts';
import { createSessions } from './adapters/sessions.ts';

/** The parts of access, for its stack of routes and for the handlers of all features above. */
export const accounts = /* @__PURE__ */ once(() => createAccounts(db(), clock()));
export const apiKeys = /* @__PURE__ */ once(() =>
  createApiKeys(db(), accounts(), secrets(), ids(), log()),
);
export const bulkAccounts = /* @__PURE__ */ once(() => createBulkAccounts(db(), clock()));
export const directory = /* @__PURE__ */ once(() => createDirectory(db()));
export const sessions = /* @__PURE__ */ once(() => createSessions(db()));
