import { MINUTE_MS } from '../../shared/model/duration.ts';
import { sweepWebhooks as sweep, webhooks } from '../../functions/webhooks/workers.ts';
import type { NewEvent, StoredEvent } from '../../functions/events/rules/event.ts';
import type {
  WebhookResponse,
  WebhookClient,
} from '../../functions/webhooks/adapters/webhook-client.ts';
import type { WebhookMessage } from '../../shared/messages/webhooks.ts';
import { EVENT_TYPES, type TEST_EVENT_TYPE } from '../../shared/model/webhook.ts';
import { invoke } from './invoke.ts';
import { lambdaContext } from './api-event.ts';
import type { TestTable } from './dynamo.ts';
import { createFaults } from './faults.ts';
import { type Person, createPerson } from './people.ts';
import { sqsRecord } from './sqs-event.ts';
import { testClock } from './test-clock.ts';
import { testContext } from './test-context.ts';

export interface ReceivedPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds since the harness was created. */
  readonly at: number;
}

const lambda = lambdaContext(60_000);

export const webhookResponse = (status: number, retryAfter?: string): WebhookResponse => ({
  status,
  body: `said ${status}`,
  retryAfter,
});
export const noResponse: WebhookResponse = { status: null, error: 'ETIMEDOUT' };

/** Returns the id of an owner. The endpoints of a test key have their own owner id. */
const ownerId = (owner: Person | string): string =>
  typeof owner === 'string' ? owner : owner.user.id;

/** Runs the delivery of webhooks; the test controls the receivers and the time. */
export async function createWebhookHarness(table: TestTable, webhookClient?: WebhookClient) {
  const clock = testClock();
  const startedAt = clock.now();
  const faults = createFaults();
  const waiting: { message: WebhookMessage; visibleAt: number }[] = [];
  const posts: ReceivedPost[] = [];
  const receivers = new Map<string, (post: ReceivedPost) => WebhookResponse>();
  const enqueue = (message: WebhookMessage, delaySeconds = 0) =>
    waiting.push({ message, visibleAt: clock.now() + delaySeconds * 1000 });
  const context = testContext(table, {
    clock,
    db: faults.wrap('db', table.db(clock)),
    webhookClient:
      webhookClient ??
      faults.wrap('webhookClient', {
        post: async (url, headers, body) => {
          const post = { url, headers, body, at: clock.now() - startedAt };
          posts.push(post);
          const posted = receivers.get(url)?.(post) ?? webhookResponse(200);
          if (posted.status === null) clock.advance(10_000);
          return posted;
        },
      } satisfies WebhookClient),
    webhookQueue: faults.wrap('queue', {
      async send(messages: readonly WebhookMessage[], delaySeconds?: number) {
        for (const message of messages) enqueue(message, delaySeconds);
      },
    }),
  });

  // Removes work left by another harness on this table, which the schedule would find.
  for await (const work of context.deliveries.pendingEndpoints())
    await context.deliveries.endPending(work);

  const world = {
    context,
    faults,
    posts,
    receivers,
    waiting,
    at: () => clock.now() - startedAt,
    person: (): Promise<Person> => createPerson(context),

    /** Creates an endpoint that has already returned a 2xx, unless `isProven` is false. */
    async endpoint(
      owner: Person | string,
      url: string,
      events = [...EVENT_TYPES],
      isProven = true,
    ) {
      const id = context.ids.ulid(clock.now());
      const wanted = { userId: ownerId(owner), id, url, description: '', events };
      const created = await context.endpoints.create({
        ...wanted,
        createdAt: new Date(clock.now()).toISOString(),
      });
      if (!created) throw new Error('too many endpoints');
      if (isProven)
        await context.endpoints.storeHealth(created.endpoint, {
          failingSince: null,
          provenAt: startedAt,
        });
      return { id, secret: created.secret };
    },

    /** Stores an event 1 ms after the previous one, and notifies the worker. */
    async emit(owner: Person | string, event: Partial<StoredEvent> = {}): Promise<void> {
      clock.advance(1);
      const userId = ownerId(owner);
      const at = clock.now();
      const type = event.type ?? 'list.finished';
      const stored = { userId, type, subject: 'L', data: {}, at, ...event };
      await context.db.transact([context.outbox.write(stored as NewEvent<typeof TEST_EVENT_TYPE>)]);
      enqueue({ kind: 'events', v: 1, userId });
    },

    async process(message: WebhookMessage): Promise<void> {
      const response = await invoke(webhooks, context, { Records: [sqsRecord(message)] }, lambda);
      if (response.batchItemFailures.length > 0) enqueue(message, 5);
    },

    async drain(): Promise<void> {
      for (;;) {
        const next = waiting.findIndex(({ visibleAt }) => visibleAt <= clock.now());
        const [message] = next < 0 ? [] : waiting.splice(next, 1);
        if (!message) return;
        await world.process(message.message);
      }
    },

    async sweep(): Promise<void> {
      await invoke(sweep, context, {}, lambda);
    },

    /** Delivers messages once they are visible, and runs the schedule every `sweepMs`. */
    async advance(ms: number, sweepMs = MINUTE_MS): Promise<void> {
      const end = clock.now() + ms;
      let sweepAt = clock.now() + sweepMs;
      await world.drain();
      while (clock.now() < end) {
        const next = Math.min(end, sweepAt, ...waiting.map(({ visibleAt }) => visibleAt));
        clock.advance(Math.max(0, next - clock.now()));
        if (clock.now() >= sweepAt) {
          await world.sweep();
          sweepAt = clock.now() + sweepMs;
        }
        await world.drain();
      }
    },

    /** Returns the deliveries, newest first. */
    deliveries: async (owner: Person, endpointId: string) =>
      (await context.deliveries.page(owner.user.id, endpointId, undefined, 100)).deliveries,
  };
  return world;
}
export type WebhookHarness = Awaited<ReturnType<typeof createWebhookHarness>>;
