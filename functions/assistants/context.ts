import { createClient } from '../../packages/client/src/index.ts';
import type { Get } from '../platform/container.ts';
import { clock, db, env } from '../platform/context.ts';
import { createAssistantSpending } from './adapters/assistant-spending.ts';

/**
 * Shorter than the remaining time of a call, so that an assistant gets an error instead of a 504.
 */
const TIMEOUT_MS = 24_000;

export const assistantSpending = (get: Get) => createAssistantSpending(get(db), get(clock));
/** Creates a client of the public API that acts with the caller's key, and has no other rights. */
export const publicApi = (get: Get) => (apiKey: string) =>
  createClient({
    baseUrl: get(env).PUBLIC_ORIGIN,
    apiKey,
    retries: 0,
    timeoutMs: TIMEOUT_MS,
  });
