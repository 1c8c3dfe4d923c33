import type { AccountMessage } from '../../shared/messages/account.ts';
import { clock, db, env, ids, log, secrets, sender } from '../platform/context.ts';
import { createAccessChanges } from './adapters/access-changes.ts';
import { createAccessItems } from './adapters/access-items.ts';
import { createAccounts } from './adapters/accounts.ts';
import { createActivity } from './adapters/activity.ts';
import { createApiKeys } from './adapters/api-keys.ts';
import { createDirectory } from './adapters/directory.ts';
import { createMemberships } from './adapters/memberships.ts';
import { createKeyUseStore } from './adapters/key-use.ts';
import { createNamedKeys } from './adapters/named-keys.ts';
import { createSessions } from './adapters/sessions.ts';
import { originOf } from './origin.ts';
import { createRateLimiter } from './limits/dynamo-limits.ts';
import type { Get } from '../platform/container.ts';
import { createQueue } from '../platform/sqs/queue.ts';

export const accounts = (get: Get) => createAccounts(get(db), get(clock));
export const apiKeys = (get: Get) =>
  createApiKeys(get(db), get(accounts), get(secrets), get(ids), get(clock), get(log));
export const keyUse = (get: Get) => createKeyUseStore(get(db), get(clock), get(log));
export const memberships = (get: Get) => createMemberships(get(db), get(accounts), get(secrets));
export const namedKeys = (get: Get) =>
  createNamedKeys(get(db), get(accounts), get(ids), get(clock));
export const directory = (get: Get) => createDirectory(get(db));
export const limits = (get: Get) =>
  createRateLimiter(get(db), get(clock), get(log), get(env).LIMIT_FACTOR);
export const sessions = (get: Get) => createSessions(get(db));
/** Queue of the worker in functions/account, which emails the owner of an account. */
export const accountQueue = (get: Get) =>
  createQueue<AccountMessage>(get(sender), get(env).ACCOUNT_QUEUE_URL);
export const activity = (get: Get) => createActivity(get(db), get(ids), get(clock), originOf);
export const accessChanges = (get: Get) =>
  createAccessChanges(get(db), get(ids), get(clock), get(accountQueue));
export const accessItems = (get: Get) =>
  createAccessItems(get(db), get(clock), get(sessions), get(namedKeys), get(accessChanges));
