import { ApiError } from '../../shared/client/api-error.ts';
import { createClient } from '../../shared/client/client.ts';
import {
  expectVerdict,
  expectVerdicts,
  runCustomerJourney,
  runSingleCheck,
  StepFailedError,
  TEST_KEY_VERDICTS,
} from '../../shared/client/customer-journey.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/model/duration.ts';
import { KEY_PREFIX } from '../../shared/model/key-kind.ts';
import type { Clock } from '../platform/clock.ts';
import type { Env } from '../platform/env.ts';
import type { Log, LogFields } from '../platform/log.ts';
import type { SecretText } from '../platform/secrets/secret-text.ts';

interface CheckServiceDeps {
  readonly clock: Clock;
  readonly env: Pick<Env, 'PUBLIC_ORIGIN'>;
  readonly log: Pick<Log, 'warn'>;
  /** A test key. Undefined at a stage without a public domain to check. */
  readonly serviceKey: Pick<SecretText, 'read'> | undefined;
}

/** Response times above this are as bad for customers as no response. */
const TIMEOUT_MS = 10_000;

/** Time limit of the list. Together with the calls, it is shorter than the function's timeout. */
const LIST_SECONDS = 60;
const POLL_SECONDS = 2;
/** Interval of the schedule (infra/features/system.ts). */
const RUN_INTERVAL_MS = 5 * MINUTE_MS;

/**
 * A list takes twenty times the calls of a check, so only the first run of each hour verifies a
 * list.
 */
const isListDue = (now: number): boolean => now % HOUR_MS < RUN_INTERVAL_MS;

/**
 * Tests the product as a customer uses it, free of charge and through the public domain: opens the
 * web app, and has the engine verify an address, and hourly a list, with a test key.
 * @returns log fields; `failed` is 1 if customers are affected
 */
export async function probeService({
  clock,
  env,
  log,
  serviceKey,
}: CheckServiceDeps): Promise<LogFields> {
  const apiKey = (await serviceKey?.read()) ?? '';
  if (!apiKey.startsWith(KEY_PREFIX.test)) {
    if (serviceKey) log.warn('service_key_missing', { secret: 'SERVICE_KEY_SECRET_ID' });
    return { outcome: 'skipped', failed: 0 };
  }
  try {
    await openPage(env.PUBLIC_ORIGIN);
    await verifyAddresses(env.PUBLIC_ORIGIN, apiKey, clock);
    return { outcome: 'done', failed: 0 };
  } catch (error) {
    const cause = error instanceof StepFailedError ? error.cause : error;
    log.warn('service_fails', {
      reason: String(error),
      ...(cause instanceof ApiError && { code: cause.code, status: cause.status }),
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

async function verifyAddresses(origin: string, apiKey: string, { now }: Clock): Promise<void> {
  const fetch = fetchWithTimeout;
  const api = createClient({ baseUrl: origin, fetch, language: 'en', apiKey });
  const job = {
    addresses: [...TEST_KEY_VERDICTS.keys()],
    seconds: LIST_SECONDS,
    pollSeconds: POLL_SECONDS,
    report: () => undefined,
    now,
  };
  if (isListDue(now())) expectVerdicts(TEST_KEY_VERDICTS, await runCustomerJourney(api, job));
  else expectVerdict(TEST_KEY_VERDICTS, await runSingleCheck(api, job));
}
