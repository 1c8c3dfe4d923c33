import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../shared/client/api-error.ts';
import { createClient } from '../../shared/client/client.ts';
import { API_RATE_LIMITS } from '../../shared/contract/limits/limits.ts';
import { uploadList } from '../support/customer.ts';
import { randomFrom } from '../support/random.ts';
import type { Session } from '../support/stack.ts';

/**
 * Simulates customers with an open dashboard, in a separate process. Each polls as the web app
 * does, sometimes checks an address, and rarely uploads a list.
 */

export interface LoadSettings {
  readonly url: string;
  readonly seconds: number;
  /** Number of customers whose calls one simulated customer makes. */
  readonly pace: number;
  readonly seed: number;
  readonly sessions: readonly Session[];
  /** A paid account whose program makes checks at the rate limit. */
  readonly program?: Session;
}

export interface LoadResult {
  /** Response times in milliseconds, by method and path. */
  readonly times: Readonly<Record<string, readonly number[]>>;
  /** Number of failed calls, by error code. */
  readonly errors: Readonly<Record<string, number>>;
}

/** Seconds between a customer's calls. The first two are the web app's polling intervals. */
const INTERVALS_S = { me: 10, listFiles: 8, checkEmail: 60, upload: 600 } as const;

const settings = (await json(process.stdin)) as LoadSettings;
const { url, seconds, pace, sessions, program } = settings;
const random = randomFrom(settings.seed);
const times: Record<string, number[]> = {};
const errors: Record<string, number> = {};

/** Fetches a response, and records the time until it was read. */
const timed: typeof fetch = async (input, init) => {
  const started = performance.now();
  const response = await fetch(input, init);
  const copy = new Response(await response.arrayBuffer(), response);
  const { origin, pathname } = new URL(String(input));
  const place = origin === url ? pathname : 'the bucket';
  (times[`${init?.method ?? 'GET'} ${place}`] ??= []).push(performance.now() - started);
  return copy;
};

const end = performance.now() + seconds * 1000;

/** Runs an action, and counts its failures by error code. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 'no_response';
    errors[code] = (errors[code] ?? 0) + 1;
  }
}

/** Repeats an action, starting at a random time within the first period. */
async function repeat(everySeconds: number, work: () => Promise<unknown>): Promise<void> {
  const gap = (everySeconds * 1000) / pace;
  await sleep(random() * gap);
  while (performance.now() < end) {
    const next = performance.now() + gap;
    await attempt(work);
    // A late response delays the next call, as in the web app.
    await sleep(Math.max(0, Math.min(next, end) - performance.now()));
  }
}

const clientOf = ({ token, csrf_token: csrf }: Session) =>
  createClient({ baseUrl: url, fetch: timed, language: 'en', token, csrf });

/** Creates an address that needs only DNS: response times of mail servers do not matter here. */
const address = (): string => `someone@no-such-${Math.floor(random() * 1e9).toString(36)}.test`;

async function runSession(session: Session): Promise<void> {
  const api = clientOf(session);
  const lines = (): string => Array.from({ length: 10 }, address).join('\n');
  await Promise.all([
    repeat(INTERVALS_S.me, () => api.me()),
    repeat(INTERVALS_S.listFiles, () => api.listFiles({ query: { sort: 'created_at:desc' } })),
    repeat(INTERVALS_S.checkEmail, () => api.checkEmail({ body: { email: address() } })),
    repeat(INTERVALS_S.upload, () =>
      uploadList({ api }, 'load', { name: 'load.txt', bytes: Buffer.from(lines()) }),
    ),
  ]);
}

/** Makes checks at fixed intervals, whether or not the previous check has been answered. */
async function checkSteadily(session: Session): Promise<void> {
  const api = clientOf(session);
  const { calls, seconds: span } = API_RATE_LIMITS.check_paid;
  const checks: Promise<void>[] = [];
  for (let next = performance.now(); next < end; next += (span * 1000) / calls) {
    await sleep(Math.max(0, next - performance.now()));
    checks.push(attempt(() => api.checkEmail({ body: { email: address() } })));
  }
  await Promise.all(checks);
}

await Promise.all([
  ...sessions.map((session) => runSession(session)),
  ...(program ? [checkSteadily(program)] : []),
]);
console.log(JSON.stringify({ times, errors } satisfies LoadResult));
process.exit(0);
