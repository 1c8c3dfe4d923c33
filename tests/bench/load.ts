import { DEMO_ACCOUNTS } from '../../localstack/embedded/supervisor/seed.ts';
import { API_RATE_LIMITS } from '../../shared/contract/limits/limits.ts';
import { bundleNameOf, scheduleNeeds } from '../../infra/features/index.ts';
import { waitForCode, startRegistration } from '../support/customer.ts';
import type { Service, Session } from '../support/stack.ts';
import { percentile, reportFigure } from './figure.ts';
import type { LoadResult, LoadSettings } from './load-client.ts';
import { type MeteredStack, startMeteredStack } from './meter/metered-stack.ts';
import { isRead, type MeteredRequest } from './meter/metered.ts';
import { runProgram } from './run-program.ts';

const CLIENT = new URL('load-client.ts', import.meta.url).pathname;
const MAX_ACCOUNTS = 32;
/** Number of customers that each simulated customer represents. */
const PACE = 20;
const SECONDS = 20;
/** Factor by which polls must slow down for the stack to count as saturated. */
const SATURATION_FACTOR = 5;
const POLLS = ['GET /api/me', 'GET /api/get-file'];

async function signUp(service: Service, number: number): Promise<Session> {
  const email = `load-${number}@bench.test`;
  const registration = await startRegistration(service, email, 'en');
  const otp = await waitForCode(service, email);
  const { data } = await service.client().verifyOtp({ body: { email, otp, registration } });
  await service.client({ session: data }).acceptTerms({ body: { terms_accepted: 1 } });
  await service.command('grant-credits', email, '100000', '--why', 'benchmark');
  return data;
}

const runCustomers = async (settings: LoadSettings): Promise<LoadResult> =>
  JSON.parse((await runProgram([CLIENT], [JSON.stringify(settings)])).output) as LoadResult;

const pollsP95 = ({ times }: LoadResult): number =>
  percentile(
    POLLS.flatMap((route) => times[route] ?? []),
    95,
  );

/** Functions that run on a schedule, with or without customers. */
const SCHEDULED = new Set(
  [...scheduleNeeds.keys()].map((name) => `tamis-workers-${bundleNameOf(name)}`),
);

function reportRequests(requests: readonly MeteredRequest[], customerHours: number): void {
  const count = (kind: (each: MeteredRequest) => boolean): number =>
    requests.filter((each) => kind(each) && !SCHEDULED.has(each.caller)).length;
  const table = ({ service }: MeteredRequest): boolean => service === 'dynamodb';
  const kinds: readonly [name: string, kind: (each: MeteredRequest) => boolean][] = [
    ['table_reads', (each) => table(each) && isRead(each)],
    ['table_writes', (each) => table(each) && !isRead(each)],
    ['queue_requests', ({ service, caller }) => service === 'sqs' && caller !== ''],
    ['bucket_requests', ({ service }) => service === 's3'],
  ];
  for (const [name, kind] of kinds)
    reportFigure(`load.${name}`, count(kind) / customerHours, 'a customer-hour');
}

/**
 * Simulates customers with open dashboards on a complete stack, once with a program that also makes
 * checks at the rate limit. Reports the duration of calls by route, failures, requests to the table
 * and queues, and the number of customers at which polls take several times as long as at first.
 */
export async function benchLoad({ seed }: { seed: number }): Promise<void> {
  await using stack = await startMeteredStack({ timeScale: 300, delayMs: 0 });
  const sessions: Session[] = [];
  let unloaded: number | undefined;
  for (let accounts = 1; accounts <= MAX_ACCOUNTS; accounts *= 2) {
    const numbers = Array.from({ length: accounts }, (_, number) => number);
    const missing = numbers.slice(sessions.length);
    sessions.push(...(await Promise.all(missing.map((each) => signUp(stack.service, each)))));
    const p95 = await measure(stack, { sessions, seed: seed + accounts }, unloaded);
    if (unloaded === undefined) {
      unloaded = p95;
      const [{ email, password }] = DEMO_ACCOUNTS;
      const { data: program } = await stack.service.client().login({ body: { email, password } });
      await measure(stack, { sessions, seed, program }, unloaded);
    }
    if (p95 > SATURATION_FACTOR * unloaded) {
      reportFigure('load.bends_at', accounts * PACE, 'customers');
      return;
    }
  }
  reportFigure('load.does_not_bend_until', MAX_ACCOUNTS * PACE, 'customers');
}

/**
 * Runs one step of the load test. Returns the 95th percentile of poll durations in milliseconds.
 */
async function measure(
  stack: MeteredStack,
  load: Pick<LoadSettings, 'sessions' | 'seed' | 'program'>,
  unloaded: number | undefined,
): Promise<number> {
  const { url } = stack.service;
  const customers = load.sessions.length * PACE;
  // The first calls start function environments, so they are not measured.
  await runCustomers({ url, ...load, pace: PACE, seconds: SECONDS / 4 });
  await stack.take();
  const figures = await runCustomers({ url, ...load, pace: PACE, seconds: SECONDS });
  const { requests } = await stack.take();

  reportFigure('load.customers', customers, 'customers');
  if (load.program)
    reportFigure('load.checks_of_a_program', API_RATE_LIMITS.check_paid.calls, 'a minute');
  for (const [route, times] of Object.entries(figures.times)) {
    reportFigure(`load.${route}: calls`, times.length, 'calls');
    for (const percent of [50, 95, 99])
      reportFigure(`load.${route}: p${percent}`, percentile(times, percent), 'ms');
  }
  const p95 = pollsP95(figures);
  reportFigure('load.polls: p95', p95, 'ms', unloaded ?? p95);
  const failed = Object.values(figures.errors).reduce((sum, times) => sum + times, 0);
  reportFigure('load.errors', failed, 'calls');
  for (const [code, times] of Object.entries(figures.errors))
    reportFigure(`load.error.${code}`, times, 'calls');
  reportRequests(requests, (customers * SECONDS) / 3600);
  return p95;
}
