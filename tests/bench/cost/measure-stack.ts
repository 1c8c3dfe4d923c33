import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { type Customer, describe, signUp, until, upload } from '../../support/customer.ts';
import { listAddresses } from '../../support/mailnet.ts';
import { wireCall } from '../../support/wire.ts';
import { contract } from '../../../shared/contract/index.ts';
import { percentile } from '../figure.ts';
import { type Measured, type MeteredStack, startMeteredStack } from '../meter/metered-stack.ts';

export interface StackSettings {
  readonly seed: number;
  /** Addresses of the list. */
  readonly addresses: number;
  /** Divides what the product waits and greylist windows, and nothing else. */
  readonly timeScale: number;
  /** One way, in milliseconds. */
  readonly delayMs: number;
}

/** What a call of an open dashboard takes. */
export interface PollFigures {
  readonly measured: Measured;
  readonly calls: number;
  /** Of the responses as the gateway compresses them, headers left out. */
  readonly bytes: number;
}

export interface StackFigures {
  /** Of one list, from its upload until its work folder is empty. */
  readonly list: Measured;
  /** What a call of each route costs that a dashboard polls. */
  readonly polls: Readonly<Record<'me' | 'listFiles', PollFigures>>;
  /** Seconds that a list of ten takes: with the stack to itself, and behind a large one. */
  readonly alone: number;
  readonly behind: number;
}

const CALLS = 50;
/** Bytes of an answer from which on the gateway compresses it (infra/constructs/api.ts). */
const COMPRESSED_FROM = 1024;
const SMALL_LISTS = 5;
/** Longer than the reconciler's period, which empties the work folder, and a run of it. */
const CLEANING_MS = 20_000;

const fileOf = (lines: readonly string[]) => ({
  name: 'list.txt',
  bytes: Buffer.from(lines.join('\n')),
});

async function finish(customer: Customer, id: string, pollSeconds: number): Promise<void> {
  const { finished } = LIST_STATUS;
  await until(
    () => describe(customer, id),
    (list) => list?.status === finished,
    7200,
    pollSeconds,
  );
}

/** Seconds of small lists that need DNS alone, one after the other: the middle one. */
async function waitOfSmall(customer: Customer, prefix: string): Promise<number> {
  const seconds: number[] = [];
  for (let list = 0; list < SMALL_LISTS; list += 1) {
    const lines = Array.from({ length: 10 }, (_, i) => `p${i}@no-such-${prefix}-${list}-${i}.test`);
    const started = performance.now();
    await finish(customer, await upload(customer, 'small', fileOf(lines)), 0.2);
    seconds.push((performance.now() - started) / 1000);
  }
  return percentile(seconds);
}

async function poll(
  stack: MeteredStack,
  { token }: Customer,
  route: 'me' | 'listFiles',
): Promise<PollFigures> {
  await stack.take();
  let bytes = 0;
  for (let call = 0; call < CALLS; call += 1) {
    const headers = { authorization: `Bearer ${token}` };
    const response = await wireCall(stack.service.url, contract[route], { headers });
    if (response.status !== 200)
      throw new Error(`${route}: status ${response.status} ${JSON.stringify(response.body)}`);
    const body = Buffer.from(JSON.stringify(response.body));
    bytes += body.length < COMPRESSED_FROM ? body.length : gzipSync(body).length;
  }
  return { measured: await stack.take(), calls: CALLS, bytes };
}

/** What polls take, of a customer with a few lists. */
async function measurePolls(
  stack: MeteredStack,
  customer: Customer,
): Promise<StackFigures['polls']> {
  return {
    me: await poll(stack, customer, 'me'),
    listFiles: await poll(stack, customer, 'listFiles'),
  };
}

/** The same on a stack of its own. */
export async function measurePollsAlone(): Promise<StackFigures['polls']> {
  await using stack = await startMeteredStack({ timeScale: 20, delayMs: 50 });
  const customer = await signUp(stack.service, 'polls@bench.test');
  await stack.service.command('grant-credits', 'polls@bench.test', '1000', '--why', 'benchmark');
  await waitOfSmall(customer, 'polls');
  await waitOfSmall(customer, 'more');
  // Awaited here, since the stack ends with this function.
  return await measurePolls(stack, customer);
}

/** Runs lists and dashboards on a whole stack whose requests are counted. */
export async function measureStack(settings: StackSettings): Promise<StackFigures> {
  const { seed, addresses, timeScale, delayMs } = settings;
  await using stack = await startMeteredStack({ timeScale, delayMs });
  const { service } = stack;
  const large = await signUp(service, 'large@bench.test');
  const small = await signUp(service, 'small@bench.test');
  for (const [{ email }, credits] of [
    [large, 3 * addresses],
    [small, 1000],
  ] as const)
    await service.command('grant-credits', email, String(credits), '--why', 'benchmark');

  await waitOfSmall(small, 'first');
  const alone = await waitOfSmall(small, 'alone');
  const polls = await measurePolls(stack, small);

  const lines = listAddresses(seed, 2 * addresses);
  await stack.take();
  const id = await upload(large, 'large', fileOf(lines.slice(0, addresses)));
  await finish(large, id, 5);
  await sleep(CLEANING_MS);
  const list = await stack.take();

  const second = await upload(large, 'second', fileOf(lines.slice(addresses)));
  await until(
    () => describe(large, second),
    (seen) => (seen?.processed ?? 0) > 0,
    600,
    1,
  );
  const behind = await waitOfSmall(small, 'behind');
  if ((await describe(large, second))?.status !== LIST_STATUS.working)
    throw new Error('the large list was over before the small ones');
  return { list, polls, alone, behind };
}
