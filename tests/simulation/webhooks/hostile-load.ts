import { HOUR_MS, SECOND_MS } from '../../../shared/model/duration.ts';
import type { WebhookClient } from '../../../functions/webhooks/adapters/webhook-client.ts';
import { webhooks } from '../../../functions/webhooks/workers.ts';
import type { WebhookMessage } from '../../../shared/messages/webhooks.ts';
import { lambdaContext } from '../../support/api-event.ts';
import { invoke } from '../../support/invoke.ts';
import type { TestTable } from '../../support/dynamo.ts';
import { pickRandom, randomFrom } from '../../support/random.ts';
import { sqsRecord } from '../../support/sqs-event.ts';
import {
  createWebhookHarness,
  webhookResponse,
  noResponse,
} from '../../support/webhook-harness.ts';
import { createEventSource } from './event-source.ts';

const HONEST = 8;
const HOSTILE_ENDPOINTS = 10;
const TICK_MS = 100;
/** Never times out, because the timeout would be in real time, and the calls are in virtual time. */
const lambda = lambdaContext(HOUR_MS);

/**
 * Response of each kind of hostile receiver, with its delay in milliseconds; `n` is the number of
 * the request.
 */
const HOSTILE_KINDS = {
  slow: () => ({ ms: 9500, answer: webhookResponse(200) }),
  silent: () => ({ ms: 10_000, answer: noResponse }),
  alternating: (n: number) => ({ ms: n % 2 ? 100 : 9500, answer: webhookResponse(200) }),
  failing: () => ({ ms: 200, answer: webhookResponse(500) }),
  justFast: () => ({ ms: 1900, answer: webhookResponse(200) }),
};
type HostileKind = keyof typeof HOSTILE_KINDS;
const KINDS = Object.keys(HOSTILE_KINDS) as HostileKind[];

/** An event of an honest customer, with the times of its creation and first arrival. */
export interface SentEvent {
  readonly account: number;
  readonly subject: string;
  readonly n: number;
  readonly at: number;
  arrivedAt?: number;
}

interface HostileLoad {
  readonly seed: number;
  /** Number of hostile accounts, each with ten endpoints. */
  readonly hostile: number;
  /** Behavior of the hostile receivers; mixed by default. */
  readonly kind?: HostileKind;
  readonly seconds: number;
}

/** Runs honest customers next to hostile customers on one queue, with a shared virtual clock. */
export async function runHostileLoad(
  table: TestTable,
  { seed, hostile, kind, seconds }: HostileLoad,
) {
  const timers: { readonly at: number; readonly wake: () => void }[] = [];
  const requests = new Map<string, number>();
  const sentEvents = new Map<string, SentEvent>();
  let active = 0;
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      active += 1;
      timers.push({ at: clock.now() + ms, wake: resolve });
    });
  const honest = randomFrom(seed);
  const webhookClient: WebhookClient = {
    async post(url, _, body) {
      const name = /"told":"([^"]+)"/.exec(body)?.[1] ?? '';
      const event = sentEvents.get(name);
      if (event) event.arrivedAt ??= clock.now();
      const n = requests.get(url) ?? 0;
      requests.set(url, n + 1);
      const sort = new URL(url).pathname.split('/')[1] as HostileKind | 'honest';
      const { ms, answer } =
        sort === 'honest' ? { ms: 150, answer: webhookResponse(200) } : HOSTILE_KINDS[sort](n);
      await sleep(ms);
      return answer;
    },
  };
  const world = await createWebhookHarness(table, webhookClient);
  const { clock } = world.context;
  const begin = clock.now();
  const source = createEventSource<WebhookMessage>(clock.now, randomFrom(seed + 1));

  const people = await Promise.all(Array.from({ length: HONEST }, () => world.person()));
  for (const each of people) await world.endpoint(each, 'https://honest.test/honest');
  const attackers = await Promise.all(Array.from({ length: hostile }, () => world.person()));
  const kindRandom = randomFrom(seed + 2);
  for (const each of attackers)
    for (let n = 0; n < HOSTILE_ENDPOINTS; n += 1) {
      const hostileKind = kind ?? pickRandom(KINDS, kindRandom) ?? 'slow';
      await world.endpoint(each, `https://hostile.test/${hostileKind}/${each.user.id}/${n}`);
    }

  /** Lets all work continue until nothing is left to do at the current time. */
  async function settle(): Promise<void> {
    for (let calm = 0, before = -1; calm < 4; calm = before === active ? calm + 1 : 0) {
      before = active;
      await new Promise(setImmediate);
    }
  }

  function wake(): void {
    for (const timer of timers.filter((each) => each.at <= clock.now())) {
      timers.splice(timers.indexOf(timer), 1);
      active += 1;
      timer.wake();
    }
  }

  async function work(batch: readonly { readonly body: WebhookMessage }[]): Promise<void> {
    const Records = batch.map(({ body }, at) => sqsRecord(body, { messageId: String(at) }));
    const { batchItemFailures } = await invoke(webhooks, world.context, { Records }, lambda);
    active += 1;
    if (batchItemFailures.length > 0) throw new Error('a worker failed');
  }

  const next = people.map(() => honest() * 5 * SECOND_MS);
  const attackAt = attackers.map(() => 0);
  let sweepAt = 60 * SECOND_MS;
  const counts = people.map(() => 0);
  for (let at = 0; at < seconds * SECOND_MS; at += TICK_MS) {
    clock.advance(Math.max(0, begin + at - clock.now()));
    for (const [account, person] of people.entries())
      if ((next[account] ?? 0) <= at && at < (seconds - 30) * SECOND_MS) {
        next[account] = at + (1 + honest() * 8) * SECOND_MS;
        const n = counts[account] ?? 0;
        counts[account] = n + 1;
        const name = `${account} ${n}`;
        const subject = `L${Math.floor(n / 3)}`;
        sentEvents.set(name, { account, subject, n, at: clock.now() });
        await world.emit(person, { subject, data: { told: name } });
      }
    for (const [index, person] of attackers.entries())
      if ((attackAt[index] ?? 0) <= at) {
        attackAt[index] = at + (10 + 20 * kindRandom()) * SECOND_MS;
        await world.emit(person, { subject: `L${at}` });
      }
    if (sweepAt <= at) {
      sweepAt += 60 * SECOND_MS;
      await world.sweep();
    }
    wake();
    await settle();
    for (const { message, visibleAt } of world.waiting.splice(0))
      source.waiting.push({ body: message, group: message.userId, visibleAt });
    source.poll(work);
    await settle();
  }
  // Pending work would otherwise fail during a later test, when the table no longer exists.
  while (source.busy()) {
    clock.advance(TICK_MS);
    wake();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  await source.ended();
  return { sentEvents, requests, mostBatches: source.peakBatches(), backlog: source.backlog() };
}

export const deliveryDelayMs = ({ at, arrivedAt = Infinity }: SentEvent): number => arrivedAt - at;
