import { createHash } from 'node:crypto';
import { createRateLimiter } from '../../functions/access/limits/dynamo-limits.ts';
import type { RateLimiter } from '../../functions/access/limits/limits.ts';
import { createPasswords } from '../../functions/account/adapters/passwords.ts';
import { createStripeClient } from '../../functions/billing/adapters/stripe-client.ts';
import { stripeSecret } from '../../functions/billing/context.ts';
import { createFreeAnswers } from '../../functions/credits/adapters/free-answers.ts';
import { createServiceCalls } from '../../functions/connections/adapters/call-service.ts';
import { ledger } from '../../functions/credits/context.ts';
import type { Clock } from '../../functions/platform/clock.ts';
import * as platform from '../../functions/platform/context.ts';
import { createLog } from '../../functions/platform/create-log.ts';
import type { Db } from '../../functions/platform/dynamo/db.ts';
import type { Log } from '../../functions/platform/log.ts';
import type { Backoff } from '../../functions/platform/retry.ts';
import type { FactStore } from '../../packages/verifier/src/index.ts';
import type { RateLimitName } from '../../shared/contract/limits/limits.ts';
import type { AwsCallHandler } from '../support/aws-client.ts';
import { type AllDeps, composeDeps } from '../support/compose.ts';
import { createFakeEngine } from '../support/fake-engine.ts';
import { guardBlobs, guardSes, guardQueues, guardTable } from '../support/guarded-clients.ts';
import { guardPort } from '../support/guarded-ports.ts';
import { createMemoryBlobs, type MemoryBlobs } from '../support/memory-blobs.ts';
import { createMemorySqs, createMemorySqsClient } from '../support/memory-sqs.ts';
import { createMemoryStripe, createStripeHttpClient } from '../support/memory-stripe.ts';
import { createMemoryTable, createMemoryDynamoClient } from '../support/memory-table.ts';
import { testClock } from '../support/test-clock.ts';
import { readTestStripe, TEST_STRIPE, testSecrets } from '../support/test-context.ts';
import { testEnv } from '../support/test-env.ts';
import { createListFactsRecorder } from './people/list-facts.ts';
import { createContactService } from './contact-service.ts';
import { createMailEngineFactory } from './mail/mail-engine.ts';
import { createNeighborEffects } from './mail/neighbor-effects.ts';
import { createLineageTracker } from './lineage.ts';
import { createSimulatedNetwork } from './network.ts';
import { queueRulesOf } from './queues.ts';
import { createSeededIds } from './seeded-ids.ts';
import {
  wrapBlobCalls,
  wrapEngineCalls,
  createSimulatedSesClient,
  wrapPasswordCalls,
  wrapQueueCalls,
  wrapStripeCalls,
  wrapTableCalls,
} from './services.ts';
import { createInitialStripeState } from './initial-stripe-state.ts';
import { createReceivers } from './webhooks/receivers.ts';
import { createWebhookFacts } from './webhooks/webhook-facts.ts';

const START = Date.parse('2026-03-02T08:00:00Z');

const SETTINGS = { LIMIT_FACTOR: '1000', STRIPE_API_BASE: 'http://stripe.test' };

/**
 * Factors for the rate limits that the simulation must reach. It must not reach any other limit,
 * although all its calls come from one IP address, so the other limits have the factor 1000.
 */
const STRICT_LIMITS: Partial<Readonly<Record<RateLimitName, number>>> = {
  gift_domain: 1,
  guessed_domain: 1,
};

function limitsOf(...[db, clock, log]: [Db, Clock, Log]): RateLimiter {
  const lenient = createRateLimiter(db, clock, log, Number(SETTINGS.LIMIT_FACTOR));
  return {
    ...lenient,
    consume(name, subject, cost) {
      const factor = STRICT_LIMITS[name];
      const limits = factor === undefined ? lenient : createRateLimiter(db, clock, log, factor);
      return limits.consume(name, subject, cost);
    },
  };
}

/** Accepts every solution. Real challenges hash in threads, whose order is not reproducible. */
const ANY_SOLUTION = { challenge: async () => ({}), redeem: async () => true };

export interface AcceptedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A bug that a test plants in the product. */
export interface InjectedBug {
  readonly deps?: (deps: AllDeps) => Partial<AllDeps>;
  readonly table?: (respond: AwsCallHandler) => AwsCallHandler;
  /** Replaces the facts about providers and domains that engines share. */
  readonly facts?: (facts: FactStore) => FactStore;
}

interface SentMail {
  readonly Destination?: { readonly ToAddresses?: readonly string[] };
  readonly Message?: {
    readonly Subject?: { readonly Data?: string };
    readonly Body?: { readonly Text?: { readonly Data?: string } };
  };
}

const TRACE_LINES = 400;

/** Makes a bucket send a queue message for each object created by an upload. */
function withNotices(
  blobs: MemoryBlobs,
  notify: (queue: 'bounces' | 'list' | 'verify', notice: string) => void,
): MemoryBlobs {
  const announce = (key: string, size: number): void => {
    const notice = JSON.stringify({ Records: [{ s3: { object: { key, size } } }] });
    if (key.startsWith('uploads/')) notify('list', notice);
    if (key.startsWith('bounces/')) notify('bounces', notice);
    if (key.startsWith('answers/')) notify('verify', notice);
  };
  return {
    ...blobs,
    async put(key, content) {
      await blobs.put(key, content);
      announce(key, Buffer.byteLength(content));
    },
    async putIfMissing(key, content) {
      const isStored = await blobs.putIfMissing(key, content);
      if (isStored) announce(key, Buffer.byteLength(content));
      return isStored;
    },
  };
}

/**
 * Creates all services on which the product depends, in one process.
 * @param isWireFaulty whether DNS datagrams and connections to mail servers may fail
 */
export function createCloud(
  { deps: replaceDeps, table: wrapRespond, facts }: InjectedBug,
  isWireFaulty: boolean,
) {
  const clock = testClock(START);
  const ids = createSeededIds();
  /** Running hash of every call, which shows whether two simulations are equal. */
  const hash = createHash('sha256');
  const trace: string[] = [];
  /** Log lines of level `warn` and above. */
  const lines: string[] = [];
  const mails: AcceptedMail[] = [];
  const network = createSimulatedNetwork(clock, (line) => {
    hash.update(`${clock.now()} ${line}\n`);
    trace.push(line);
    if (trace.length > TRACE_LINES) trace.shift();
  });
  const webhookFacts = createWebhookFacts(clock);
  const answerFacts = createListFactsRecorder(clock);
  const table = createMemoryTable((key, item) => {
    webhookFacts.note(key, item);
    answerFacts.note(key, item);
  });
  const receivers = createReceivers(clock, network, webhookFacts);
  const contacts = createContactService(clock, network, ids);
  const sqs = createMemorySqs(clock, queueRulesOf);
  const blobs = withNotices(createMemoryBlobs(), (queue, notice) => {
    const chance = ids.random();
    // Usually one notification, as in S3; sometimes two, or none, as if it arrived too late.
    for (let times = chance < 0.05 ? 0 : chance < 0.15 ? 2 : 1; times > 0; times -= 1)
      sqs.send(queue, notice);
  });
  const engine = createFakeEngine();
  const neighbors = createNeighborEffects();
  const newId = (prefix: string) => `${prefix}_${ids.token(18).replaceAll(/[-_]/g, 'x')}`;
  const stripe = createMemoryStripe(
    clock,
    TEST_STRIPE.secretKey,
    newId,
    createInitialStripeState(),
  );

  const env = testEnv(SETTINGS);
  const log = createLog(
    'warn',
    () => clock.now(),
    (line) => lines.push(line),
  );
  const newEngine = createMailEngineFactory({
    clock,
    ids,
    log,
    fallback: engine,
    noteFault: isWireFaulty ? network.noteFault : undefined,
    wrapFacts: facts,
    neighbors,
  });
  const respond = wrapRespond?.(table.respond) ?? table.respond;
  const dynamo = guardTable(createMemoryDynamoClient(wrapTableCalls(network, respond)));
  const lineages = createLineageTracker();
  const queueClient = guardQueues(
    createMemorySqsClient((command, input) => {
      const lineage = network.current()?.lineage;
      const send: AwsCallHandler = async (name, given) => {
        const before = sqs.messages.length;
        const response = sqs.respond(name, given);
        lineages.note(lineage, sqs.messages.slice(before));
        return response;
      };
      return wrapQueueCalls(network, send)(command, input);
    }),
  );
  const mailer = guardSes(
    createSimulatedSesClient(network, ({ Destination, Message }: SentMail) => {
      mails.push({
        to: Destination?.ToAddresses?.[0] ?? '',
        subject: Message?.Subject?.Data ?? '',
        text: Message?.Body?.Text?.Data ?? '',
      });
    }),
  );
  const backoff: Backoff = {
    attempts: 8,
    baseMs: 20,
    capMs: 1000,
    sleep: () => network.pause(),
    random: () => 0.5,
  };
  const httpClient = createStripeHttpClient(wrapStripeCalls(network, stripe));
  const cheap = { ln: 1, r: 1, p: 1 };

  function process(): AllDeps {
    const deps = composeDeps({
      backoff: () => backoff,
      // Grants are checked before a call waits to be scheduled, because afterwards the calling
      // function is unknown.
      blobs: () => guardBlobs(wrapBlobCalls(network, blobs)),
      captcha: () => ANY_SOLUTION,
      formCaptcha: () => ANY_SOLUTION,
      clock: () => clock,
      contendedDb: (get) => get(platform.db),
      dynamoClient: () => dynamo,
      engine: () => guardPort('engine', wrapEngineCalls(network, newEngine())),
      domainEngine: () => guardPort('domainEngine', wrapEngineCalls(network, newEngine())),
      egressEngine: () => guardPort('egressEngine', wrapEngineCalls(network, newEngine())),
      env: () => env,
      ids: () => ids,
      limits: (get) => limitsOf(get(platform.db), clock, log),
      log: () => log,
      webhookClient: () => receivers.webhookClient,
      publicDns: () => ({ exchanges: async (name) => [`mx.${name}`] }),
      passwords: () => wrapPasswordCalls(network, createPasswords(ids, cheap)),
      secrets: () => testSecrets,
      serviceCalls: () =>
        createServiceCalls({
          clock,
          sleep: () => network.pause(),
          random: () => 0.5,
          fetch: contacts.fetch,
        }),
      sesClient: () => mailer,
      sqsClient: () => queueClient,
      stripeClient: (get) =>
        createStripeClient(get(stripeSecret), env.STRIPE_API_BASE, {
          httpClient,
          maxNetworkRetries: 0,
        }),
      stripeSecret: () => readTestStripe,
      freeAnswers: (get) => createFreeAnswers(get(platform.db), get(ledger), 1),
    });
    return { ...deps, ...replaceDeps?.(deps) };
  }

  return {
    clock,
    ids,
    network,
    table,
    sqs,
    blobs,
    stripe,
    engine,
    neighbors,
    receivers,
    contacts,
    webhookFacts,
    answerFacts,
    mails,
    lineages,
    lines,
    hash,
    trace,
    process,
  };
}
