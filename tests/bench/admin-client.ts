import * as z from 'zod/mini';
import { createDb } from '../../functions/platform/dynamo/create-db.ts';
import { systemClock } from '../../functions/platform/system.ts';
import { routes } from '../support/routes.ts';
import { dynamoClient } from '../../localstack/embedded/supervisor/clients.ts';
import { apiEvent, lambdaContext } from '../support/api-event.ts';
import { person } from '../support/people.ts';
import { testContext } from '../support/test-context.ts';
import { percentile } from './figure.ts';

/** The list of customers as one function serves it; started by admin.ts. */

export interface AdminSettings {
  readonly endpoint: string;
  readonly table: string;
}

interface CaseFigures {
  readonly name: string;
  readonly total: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
}

export interface AdminFigures {
  readonly coldMs: number;
  readonly cases: readonly CaseFigures[];
}

const WARM_UP = 20;
const ROUNDS = 200;
const CASES: readonly (readonly [name: string, query: Record<string, string>])[] = [
  ['first_page', {}],
  ['hundred_a_page', { limit: '100' }],
  ['deep_page', { page: '1500' }],
  ['last_page_by_name', { page: '2000', sort: 'last_name:asc' }],
  ['many_hits', { search: 'e', status: '1' }],
  ['few_hits', { search: 'soren strauss', sort: 'email:asc' }],
  ['no_hit', { search: 'nobody at all' }],
];

const settings = JSON.parse(process.argv[2] ?? '{}') as AdminSettings;
const client = dynamoClient(settings.endpoint);
const backoff = { attempts: 8, baseMs: 20, capMs: 1000, random: Math.random };
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const table = {
  db: () => createDb(client, settings.table, systemClock, { ...backoff, sleep }),
};
const consume = async () => ({ allowed: true }) as const;
const limits = { consume, refund: async () => undefined, local: { consume } };
const clock = { ...systemClock, advance: () => undefined };
const context = testContext(table, { clock, limits }, { CHECK_OUTPUT: 'false' });
const { headers } = await person(context, { admin: true });
const switched = await person(context);

/** Milliseconds of one call, and how many customers it found. */
async function ask(query: Record<string, string>): Promise<{ ms: number; total: number }> {
  const event = apiEvent(routes.listUsers.route, { query, headers });
  const started = performance.now();
  const { statusCode, body } = await routes.listUsers.on(context)(event, lambdaContext());
  const ms = performance.now() - started;
  if (statusCode !== 200) throw new Error(body);
  return { ms, total: z.object({ total: z.number() }).parse(JSON.parse(body)).total };
}

async function measure(name: string, query: Record<string, string>): Promise<CaseFigures> {
  for (let round = 0; round < WARM_UP; round += 1) await ask(query);
  const times: number[] = [];
  let total = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    // Now and then somebody is switched, as in a day's work.
    if (round % 20 === 0) await context.accounts.setStatus(switched.user.id, round % 40 ? 1 : 2);
    const response = await ask(query);
    times.push(response.ms);
    total = response.total;
  }
  return { name, total, p50: percentile(times), p95: percentile(times, 95) };
}

const { ms: coldMs } = await ask({});
const cases: CaseFigures[] = [];
for (const [name, query] of CASES) cases.push(await measure(name, query));
process.stdout.write(JSON.stringify({ coldMs, cases } satisfies AdminFigures));
process.exit(0);
