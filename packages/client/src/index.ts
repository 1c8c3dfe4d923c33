import {
  bindRequest,
  createCaller,
  type Environment,
  type Options,
  type Settings,
} from './call.ts';
import { type Bounces, createBounces } from './bounces.ts';
import { type Check, type Checks, createChecks } from './checks.ts';
import { type Connections, createConnections } from './connections.ts';
import { createLists, type Lists } from './lists.ts';
import type { Credits, Usage } from './types.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

export type { Settings } from './call.ts';
export { TamisError } from './error.ts';
export type { Bounces, ReportOptions } from './bounces.ts';
export type { Check, CheckOptions, Checks, WaitOptions } from './checks.ts';
export type { Connections } from './connections.ts';
export type { Lists } from './lists.ts';
export type * from './types.ts';
export { verifyFormToken, type FormProof } from './verify-form-token.ts';
export { verifyWebhook, type WebhookHeaders } from './verify-webhook.ts';
export type { Webhooks } from './webhooks.ts';

export interface Client {
  readonly check: Check;
  readonly checks: Checks;
  readonly lists: Lists;
  readonly bounces: Bounces;
  readonly webhooks: Webhooks;
  readonly connections: Connections;
  /** The current credit balance. @throws TamisError */
  credits(options?: Options): Promise<Credits>;
  /**
   * The credit movements of a month, such as `2026-11`, one page per call. The default is the
   * current month.
   * @throws TamisError
   */
  usage(month?: string, options?: Options & { readonly cursor?: string }): Promise<Usage>;
}

const defaultEnvironment: Environment = {
  fetch: (...given) => globalThis.fetch(...given),
  random: Math.random,
  now: () => performance.now(),
  newId: () => crypto.randomUUID(),
  startTimer(end, ms) {
    const timer = setTimeout(end, ms);
    return () => clearTimeout(timer);
  },
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

const environmentVariable = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name];

/**
 * Creates a client of the API.
 * @param settings `baseUrl` and `apiKey` default to `TAMIS_URL` and `TAMIS_API_KEY`
 * @param environment replaces platform functions in tests
 * @throws TypeError if the URL or the key is missing or invalid
 */
export function createClient(
  settings: Partial<Settings> = {},
  environment: Partial<Environment> = {},
): Client {
  const platform = { ...defaultEnvironment, ...environment };
  const {
    baseUrl = environmentVariable('TAMIS_URL'),
    apiKey = environmentVariable('TAMIS_API_KEY'),
  } = settings;
  if (!baseUrl || !apiKey)
    throw new TypeError('Pass baseUrl and apiKey, or set TAMIS_URL and TAMIS_API_KEY');
  if (!/^https?:/i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError(`${baseUrl} is not a URL such as https://tamis.example`);
  if (!/^[!-~]+$/.test(apiKey.trim()))
    throw new TypeError('apiKey contains a character that API keys never contain');
  const call = createCaller({ ...settings, baseUrl, apiKey }, platform);
  const request = bindRequest(call);
  return {
    ...createChecks(call, platform),
    lists: createLists(call, platform),
    bounces: createBounces(call, platform),
    webhooks: createWebhooks(request),
    connections: createConnections(call, platform),
    credits: (options) => request('GET', '/api/credits', options),
    usage: (month, { cursor, ...options } = {}) =>
      request('GET', '/api/usage', options, { query: { month, cursor } }),
  };
}
