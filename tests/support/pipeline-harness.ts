import type { SQSEvent } from 'aws-lambda';
import { MINUTE_MS } from '../../shared/model/duration.ts';
import { QUEUES, type QueueConfig } from '../../infra/features/queues.ts';
import { readBounces as bounces } from '../../functions/bounces/workers.ts';
import { runConnections } from '../../functions/connections/workers.ts';
import { createUpload } from '../../functions/lists/upload/create-upload.ts';
import { uploadBlobKey } from '../../functions/lists/rules/blob-keys.ts';
import type { List } from '../../functions/lists/rules/list.ts';
import { createGrantEntry } from '../../functions/credits/rules/ledger.ts';
import {
  abandon,
  finalize,
  ingest as lists,
  verify,
  reconcile,
} from '../../functions/lists/workers.ts';
import { mail } from '../../functions/mail/workers.ts';
import { privacy, privacySweep } from '../../functions/privacy/workers.ts';
import type { Mail, MailOutcome } from '../../functions/platform/ses/mailer.ts';
import { createLocalConfig } from '../../infra/stage/config.ts';
import { redeliveryDelaySeconds } from '../../functions/platform/sqs/retries.ts';
import { invoke } from './invoke.ts';
import { lambdaContext } from './api-event.ts';
import type { AllDeps } from './compose.ts';
import type { TestTable } from './dynamo.ts';
import { engineReader } from './engine-reader.ts';
import { createFakeEngine } from './fake-engine.ts';
import { CallFailedError, createFaults } from './faults.ts';
import { createMemoryBlobs } from './memory-blobs.ts';
import { createMemoryQueues, type MemoryQueueName, type WaitingMessage } from './memory-queues.ts';
import { createPerson, type PersonTraits } from './people.ts';
import { sqsRecord } from './sqs-event.ts';
import { testClock } from './test-clock.ts';
import { testContext } from './test-context.ts';

const WORKERS = {
  list: lists,
  verify,
  express: engineReader,
  bulk: engineReader,
  finalize,
  mail,
  privacy,
  bounces,
  connections: runConnections,
} as const;
const { maxReceives } = createLocalConfig();

interface UploadOptions {
  readonly notify?: boolean;
  readonly name?: string;
  readonly column?: number;
}

const event = (body: string, receiveCount: number): SQSEvent => ({
  Records: [sqsRecord(JSON.parse(body), { receiveCount })],
});

const { visibilitySeconds = 0 }: QueueConfig = QUEUES.engineBulk;

/** Returns the bucket's event about a new object. */
const createdEvent = (key: string, size: number) => ({
  Records: [{ s3: { object: { key: encodeURIComponent(key).replaceAll('%20', '+'), size } } }],
});

const lambda = lambdaContext(120_000);

export type PipelineHarness = Awaited<ReturnType<typeof createPipelineHarness>>;

/**
 * Runs the complete pipeline with its real handlers, under the test's control of time, queues,
 * files and faults. Creates a new user, because tests may share the table.
 */
export async function createPipelineHarness(
  table: Pick<TestTable, 'db'>,
  traits: PersonTraits = {},
  given: Partial<AllDeps> = {},
) {
  const clock = testClock();
  const faults = createFaults();
  const blobs = createMemoryBlobs();
  const queues = createMemoryQueues(clock, () => faults.step('queues.message'));
  // S3 sends an event for every write, even if the object already exists.
  const { put, putIfMissing } = blobs;
  const announce = (key: string, content: string | Uint8Array): void => {
    if (key.startsWith('answers/'))
      queues.put('verify', createdEvent(key, Buffer.byteLength(content)));
  };
  blobs.put = async (key, content) => {
    await put(key, content);
    announce(key, content);
  };
  blobs.putIfMissing = async (key, content) => {
    const isStored = await putIfMissing(key, content);
    if (isStored) announce(key, content);
    return isStored;
  };
  const engine = createFakeEngine();
  const sent: Mail[] = [];
  /** Dead letters, except tasks, which `abandon` completes. */
  const dead: WaitingMessage[] = [];

  const context = testContext(table, {
    ...given,
    clock,
    db: faults.wrap('db', table.db(clock)),
    blobs: faults.wrap('blobs', blobs),
    queues: faults.wrap('queues', queues),
    bouncesQueue: faults.wrap('bouncesQueue', queues.bouncesQueue),
    connectionsQueue: faults.wrap('connectionsQueue', queues.connectionsQueue),
    checkQueue: faults.wrap('checkQueue', queues.checkQueue),
    mailQueue: faults.wrap('mailQueue', queues.mailQueue),
    privacyQueue: faults.wrap('privacyQueue', queues.privacyQueue),
    engine: faults.wrap('engine', engine),
    egressEngine: faults.wrap('engine', engine),
    mailer: {
      send: async (each) => {
        if (world.mailOutcome === 'sent') sent.push(each);
        return world.mailOutcome;
      },
    },
  });
  const owner = await createPerson(context, traits);
  const { user, headers } = owner;
  const userId = user.id;

  const world = {
    context,
    faults,
    blobs,
    queues,
    engine,
    owner,
    userId,
    email: user.email,
    headers,
    sent,
    dead,
    mailOutcome: 'sent' as MailOutcome,

    async grant(credits: number): Promise<void> {
      await context.ledger.transact(userId, [
        createGrantEntry(`adm:${context.ids.token(6)}`, credits, 'test'),
      ]);
      queues.put('list', { kind: 'resume', v: 1, userId });
    },

    /**
     * Uploads a list with a presigned POST. With `notify`, the bucket then sends a notification.
     */
    async upload(
      content: string | Uint8Array,
      { notify = true, name = 'My list', column }: UploadOptions = {},
    ): Promise<string> {
      const size = Buffer.byteLength(content);
      const payer = { id: userId, paid: true };
      const request = { userId, user: payer, name, fileName: 'list.csv', by: 'web', size, column };
      const { file_id: listId } = await createUpload(context, request);
      const key = uploadBlobKey(userId, listId);
      await blobs.put(key, content);
      if (notify) queues.put('list', createdEvent(key, size));
      return listId;
    },

    list: (listId: string): Promise<List | undefined> => context.lists.get(userId, listId),

    /**
     * Delivers a message. If its worker fails, the message returns to the queue; after the maximum
     * number of receives, `abandon` completes a task, and any other message becomes a dead letter.
     */
    async deliver(message: WaitingMessage): Promise<void> {
      const at = queues.waiting.indexOf(message);
      if (at >= 0) queues.waiting.splice(at, 1);
      message.receives += 1;
      const { batchItemFailures } = await invoke(
        WORKERS[message.queue],
        context,
        event(message.body, message.receives),
        lambda,
      );
      if (batchItemFailures.length === 0) return;
      const isEngine = isEngineQueue(message.queue);
      const delaySeconds = isEngine
        ? visibilitySeconds
        : redeliveryDelaySeconds(message.receives, 1);
      message.visibleAt = clock.now() + 1000 * delaySeconds;
      if (message.receives < maxReceives) queues.waiting.push(message);
      else if (isEngine || message.queue === 'verify')
        await invoke(abandon, context, event(message.body, 1), lambda);
      else dead.push(message);
    },

    /** Delivers the visible messages of a queue, but no messages sent meanwhile. */
    async deliverQueue(name: MemoryQueueName): Promise<void> {
      for (const message of queues.waiting.filter(
        ({ queue, visibleAt }) => queue === name && visibleAt <= clock.now(),
      ))
        await world.deliver(message);
    },

    /** Delivers all visible messages, until `isDone` is true or no message is left. */
    async drain(isDone = async () => false): Promise<void> {
      for (let turn = 0; turn < 10_000; turn += 1) {
        if (await isDone()) return;
        const next = queues.waiting.find(({ visibleAt }) => visibleAt <= clock.now());
        if (!next) return;
        await world.deliver(next);
      }
      throw new Error('the queues never become empty');
    },

    /** Advances time, reconciling every `step` minutes, and delivers visible messages. */
    async advanceMinutes(minutes: number, step = 1): Promise<void> {
      for (let passed = 0; passed < minutes; passed += step) {
        clock.advance(step * MINUTE_MS);
        // A later run of the reconciler makes up for a failed run.
        await world.reconcile().catch((error: unknown) => {
          if (!(error instanceof CallFailedError)) throw error;
        });
        await world.drain();
      }
    },

    async reconcile(): Promise<void> {
      await invoke(reconcile, context, {}, lambda);
    },

    /** Runs the hourly function that continues closing accounts. */
    async sweep(): Promise<void> {
      await invoke(privacySweep, context, {}, lambda);
    },

    result: (listId: string): string => blobs.text(`results/${listId}/all.csv`),
  };
  return world;
}

const isEngineQueue = (queue: MemoryQueueName): boolean => queue === 'express' || queue === 'bulk';
