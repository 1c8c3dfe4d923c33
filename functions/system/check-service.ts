import { ApiError } from '../../shared/client/api-error.ts';
import { checkRoutes } from '../../shared/contract/checks.ts';
import { createApiCaller } from '../../shared/client/client.ts';
import { KEY_PREFIX } from '../../shared/model/key-kind.ts';
import type { Env } from '../platform/env.ts';
import type { Log, LogFields } from '../platform/log.ts';
import type { SecretText } from '../platform/secrets/secret-text.ts';

interface CheckServiceDeps {
  readonly env: Pick<Env, 'PUBLIC_ORIGIN'>;
  readonly log: Pick<Log, 'warn'>;
  /** A test key. Undefined at a stage without a public domain to check. */
  readonly serviceKey: Pick<SecretText, 'read'> | undefined;
}

/** Response times above this are as bad for customers as no response. */
const TIMEOUT_MS = 10_000;

/** A sandbox address for test keys: checking it writes, charges and verifies nothing. */
const SANDBOX_ADDRESS = 'deliverable@sandbox.test';

/**
 * Tests the product as a customer uses it, free of charge and through the public domain: opens the
 * web app and checks one address with a test key.
 * @returns log fields; `failed` is 1 if customers are affected
 */
export async function checkService({ env, log, serviceKey }: CheckServiceDeps): Promise<LogFields> {
  const apiKey = (await serviceKey?.read()) ?? '';
  if (!apiKey.startsWith(KEY_PREFIX.test)) {
    if (serviceKey) log.warn('service_key_missing', { secret: 'SERVICE_KEY_SECRET_ID' });
    return { outcome: 'skipped', failed: 0 };
  }
  try {
    await openPage(env.PUBLIC_ORIGIN);
    await checkAddress(env.PUBLIC_ORIGIN, apiKey);
    return { outcome: 'done', failed: 0 };
  } catch (error) {
    log.warn('service_fails', {
      reason: String(error),
      ...(error instanceof ApiError && { code: error.code, status: error.status }),
    });
    return { outcome: 'failed', failed: 1 };
  }
}

const fetchWithTimeout: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });

async function openPage(origin: string): Promise<void> {
  const page = await fetchWithTimeout(`${origin}/`);
  const text = await page.text();
  if (!page.ok || !text.includes('<html'))
    throw new Error(`The web app responded with status ${page.status}`);
}

async function checkAddress(origin: string, apiKey: string): Promise<void> {
  const api = createApiCaller({ baseUrl: origin, fetch: fetchWithTimeout, language: 'en', apiKey });
  const { result } = await api(checkRoutes.checkEmail, { body: { email: SANDBOX_ADDRESS } });
  if (result.status !== 'deliverable')
    throw new Error(`The check returned the status ${result.status}`);
}
