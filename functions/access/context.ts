import { clock, db, env, ids, log, secrets } from '../platform/context.ts';
import { createAccounts } from './adapters/accounts.ts';
import { createApiKeys } from './adapters/api-keys.ts';
import { createDirectory } from './adapters/directory.ts';
import { createKeyUseStore } from './adapters/key-use.ts';
import { createNamedKeys } from './adapters/named-keys.ts';
import { createSessions } from './adapters/sessions.ts';
import { createRateLimiter } from './limits/dynamo-limits.ts';
import type { Get } from '../platform/container.ts';

export const accounts = (get: Get) => createAccounts(get(db), get(clock));
export const apiKeys = (get: Get) =>
  createApiKeys(get(db), get(accounts), get(secrets), get(ids), get(clock), get(log));
export const keyUse = (get: Get) => createKeyUseStore(get(db), get(clock), get(log));
export const namedKeys = (get: Get) =>
  createNamedKeys(get(db), get(accounts), get(ids), get(clock));
export const directory = (get: Get) => createDirectory(get(db));
export const limits = (get: Get) =>
  createRateLimiter(get(db), get(clock), get(log), get(env).LIMIT_FACTOR);
export const sessions = (get: Get) => createSessions(get(db));
