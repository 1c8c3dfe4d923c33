import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it, onTestFinished } from 'vitest';
import { createRemoteEngine } from '../../functions/checks/adapters/remote-engine.ts';
import { checkEmail } from '../../functions/checks/api.ts';
import { stripeWebhook } from '../../functions/billing/api.ts';
import { billingQueue } from '../../functions/billing/context.ts';
import { billing } from '../../functions/billing/workers.ts';
import { egressEngine, offlineEngine } from '../../functions/checks/engine-context.ts';
import { engine } from '../../functions/checks/workers.ts';
import { createPipelineQueues } from '../../functions/lists/adapters/queues.ts';
import { upload } from '../../functions/lists/api.ts';
import { uploadBlobKey } from '../../functions/lists/rules/blob-keys.ts';
import { ingest } from '../../functions/lists/workers.ts';
import { createGrantEntry } from '../../functions/credits/rules/ledger.ts';
import { createContainer, depsOf, type Factory } from '../../functions/platform/container.ts';
import * as platform from '../../functions/platform/context.ts';
import type { Sender } from '../../functions/platform/sqs/sender.ts';
import { startScriptedDns } from '../../packages/verifier/tests/scripted-dns.ts';
import { billingMessage } from '../../shared/messages/billing.ts';
import { listMessage } from '../../shared/messages/lists.ts';
import { createApiEvent } from '../support/api-event.ts';
import { createBillingHarness } from '../support/billing-harness.ts';
import { startFileTable } from '../support/file-table.ts';
import { filesRunBy } from '../support/files-run.ts';
import { createImporter, idOf } from '../support/importer.ts';
import { invoke } from '../support/invoke.ts';
import { createMemoryBlobs } from '../support/memory-blobs.ts';
import { createPerson } from '../support/people.ts';
import { sqsRecord } from '../support/sqs-event.ts';
import { signPayload } from '../support/stripe-signature.ts';
import { testContext } from '../support/test-context.ts';

/**
 * The files on the main call path of an action, from its handler. Each test performs the action and
 * fails if a listed file does not run, or if a file runs that is not listed.
 */

interface Path {
  readonly feature: string;
  /** In the order of the calls. */
  readonly files: readonly string[];
  readonly maxFiles: number;
  /** Patterns of files that run but are not on the main call path, each with the reason. */
  readonly beside?: Readonly<Record<string, string>>;
}

/** Patterns of files that are on no path, each with the reason. */
const besideEvery = (feature: string): Readonly<Record<string, string>> => ({
  '^functions/platform/': 'Mechanisms that know no product.',
  '^functions/access/': 'The middlewares, which are the same for every route.',
  '/rules/|/adapters/keys\\.ts$': 'Pure functions, which call nothing.',
  '/(engine-)?context\\.ts$': 'Factories, which run once per container.',
  '/limit-[^/]+\\.ts$|/adapters/(check-slots|reply-counters)\\.ts$': 'Limits and slots.',
  [`^functions/(?!${feature}/).+/adapters/`]: 'Stores of other features.',
});

async function expectPath(path: Path, act: () => Promise<unknown>): Promise<void> {
  const beside = Object.keys({ ...besideEvery(path.feature), ...path.beside });
  const run = await filesRunBy(act);
  for (const pattern of Object.keys(path.beside ?? {}))
    expect(run, `a file that runs matches ${pattern}`).toContainEqual(
      expect.stringMatching(pattern),
    );
  const onPath = run.filter((file) => !beside.some((pattern) => new RegExp(pattern).test(file)));
  expect(onPath.toSorted()).toEqual(path.files.toSorted());
  expect(path.files.length).toBeLessThanOrEqual(path.maxFiles);
}

const table = await startFileTable();
const stage = createBillingHarness();

/** Returns a sender that collects its messages in `sent`. */
const collectingSender = (sent: unknown[]): Sender => ({
  send: async (_, message) => void sent.push(message),
  sendAll: async (_, messages) => void sent.push(...messages.map(({ message }) => message)),
});

it('a single check passes these files, from its handler to its response', async () => {
  // A domain that accepts no email has a conclusive verdict without a mail server.
  const dns = await startScriptedDns({ 'shop.example': { MX: [[0, '.']] } });
  onTestFinished(dns.close);
  const lambda = mockClient(LambdaClient);
  onTestFinished(() => lambda.restore());
  const context = testContext(
    table,
    { engine: createRemoteEngine(new LambdaClient(), { name: 'engine', domainsOnly: false }) },
    { DNS_SERVERS: `127.0.0.1:${dns.port}` },
  );
  const { clock, db, env, ids, log } = context;
  const overrides = new Map<Factory<unknown>, Factory<unknown>>([
    [platform.clock, () => clock],
    [platform.db, () => db],
    [platform.env, () => env],
    [platform.ids, () => ids],
    [platform.log, () => log],
  ]);
  const engines = depsOf(
    {
      egressEngine,
      offlineEngine,
      blobs: platform.blobs,
      clock: platform.clock,
      env: platform.env,
      log: platform.log,
      retries: platform.retries,
    },
    createContainer(overrides),
  );
  lambda.on(InvokeCommand).callsFake(async ({ Payload }: { Payload: string }) => {
    const response = await invoke(engine, engines, JSON.parse(Payload));
    return { Payload: Buffer.from(JSON.stringify(response)) };
  });
  const { user, headers } = await createPerson(context, { paid: true });
  await context.ledger.transact(user.id, [createGrantEntry('adm:path', 1, 'test')]);

  const path: Path = {
    feature: 'checks',
    files: [
      'functions/checks/api.ts',
      'functions/checks/check-email.ts',
      'functions/checks/check-attempt.ts',
      'functions/checks/adapters/remote-engine.ts',
      'functions/checks/workers.ts',
      'functions/checks/adapters/engine.ts',
      'functions/checks/adapters/checks.ts',
      'functions/checks/adapters/verdict-memory.ts',
    ],
    maxFiles: 8,
    beside: {
      '/adapters/engine-stores\\.ts$': 'Called by packages/verifier, to save lookups.',
      '^functions/low-credits/check-credits\\.ts$': 'Watches the balance after every charge.',
    },
  };
  await expectPath(path, async () => {
    const event = createApiEvent(checkEmail.route, {
      headers,
      body: { email: 'jane@shop.example' },
    });
    const { statusCode, body } = await invoke(checkEmail, context, event);
    expect([statusCode, JSON.parse(body)]).toMatchObject([200, { result: { reason: 'null_mx' } }]);
  });
});

it('an upload passes these files, from its handler until its tasks are sent', async () => {
  const blobs = createMemoryBlobs();
  const sent: unknown[] = [];
  const given = testContext(table, { blobs });
  const queues = createPipelineQueues(collectingSender(sent), given.env);
  const context = { ...given, queues };
  const { user, headers } = await createPerson(context, { paid: true });
  await context.ledger.transact(user.id, [createGrantEntry('adm:upload', 1, 'test')]);

  const path: Path = {
    feature: 'lists',
    files: [
      'functions/lists/api.ts',
      'functions/lists/upload/create-upload.ts',
      'functions/lists/adapters/lists.ts',
      'functions/lists/adapters/pending-lists.ts',
      'functions/lists/workers.ts',
      'functions/lists/run/ingest-list.ts',
      'functions/lists/adapters/list-item.ts',
      'functions/lists/adapters/list-transitions.ts',
      'functions/lists/run/run-on-list.ts',
      'functions/lists/upload/read-file.ts',
      'functions/lists/run/start-list.ts',
      'functions/lists/adapters/queues.ts',
    ],
    maxFiles: 12,
    beside: {
      '^functions/low-credits/check-credits\\.ts$': 'Watches the balance after every charge.',
    },
  };
  await expectPath(path, async () => {
    const content = 'email\r\njane@shop.example\r\n';
    const event = createApiEvent(upload.route, {
      headers: { ...headers, 'Idempotency-Key': 'path' },
      body: { name: 'list', file_name: 'list.csv', size: content.length },
    });
    const { statusCode, body } = await invoke(upload, context, event);
    expect(statusCode).toBe(200);
    const key = uploadBlobKey(user.id, JSON.parse(body).data.file_id);
    await blobs.put(key, content);
    const record = { s3: { object: { key: encodeURIComponent(key) } } };
    await invoke(ingest, context, { Records: [sqsRecord({ Records: [record] })] });
    await invoke(ingest, context, { Records: [sqsRecord(listMessage.parse(sent.shift()))] });
    expect(sent).toMatchObject([{ kind: 'verify', userId: user.id }]);
  });
});

it('an import from Mailchimp passes these files, from its handler until its list is stored', async () => {
  const world = await createImporter(table, 0);
  const list = world.mailchimp.account.addList(2);
  const connected = await world.call('connect', {
    body: { service: 'mailchimp', key: '0123456789abcdef0123456789abcdef-us6' },
  });
  const { id } = idOf.parse(connected.body.data);
  world.queues.waiting.length = 0;

  const path: Path = {
    feature: 'connections',
    files: [
      'functions/connections/api.ts',
      'functions/connections/start-import.ts',
      'functions/connections/call-connection.ts',
      'functions/connections/adapters/connections.ts',
      'functions/connections/adapters/service-logins.ts',
      'functions/connections/adapters/call-service.ts',
      'functions/connections/services/mailchimp.ts',
      'functions/connections/services/parse-body.ts',
      'functions/lists/upload/create-upload.ts',
      'functions/connections/workers.ts',
      'functions/connections/import-contacts.ts',
      'functions/connections/run-work.ts',
      'functions/connections/adapters/work-store.ts',
      'functions/connections/services/overlapping-pages.ts',
      'functions/lists/recheck/contact-set.ts',
      'functions/events/notify-webhook-worker.ts',
    ],
    maxFiles: 16,
  };
  await expectPath(path, async () => {
    const started = await world.start({ id }, { audience_id: list.id });
    await world.deliverQueue('connections');
    expect(await world.read(started.id)).toMatchObject({ state: 'finished', read: 2 });
    const sent = world.queues.waiting.map(({ body }): unknown => JSON.parse(body));
    expect(sent).toContainEqual(expect.objectContaining({ kind: 'ingest', listId: started.id }));
  });
});

const STRIPE_PATH = [
  'functions/billing/api.ts',
  'functions/billing/events/stripe-event.ts',
  'functions/billing/adapters/stripe-events.ts',
  'functions/billing/workers.ts',
  'functions/billing/adapters/stripe-client.ts',
  'functions/billing/adapters/stripe-invoices.ts',
  'functions/billing/adapters/stripe-prices.ts',
  'functions/billing/payment/apply-payment.ts',
  'functions/billing/customer/customer.ts',
  'functions/billing/purchase/update-purchase.ts',
  'functions/billing/adapters/purchases.ts',
];

it.each([
  {
    planId: 'pack_1000',
    type: 'checkout.session.completed',
    files: [...STRIPE_PATH, 'functions/billing/adapters/stripe-checkouts.ts'],
    maxFiles: 12,
    credits: 1000,
  },
  {
    planId: 'monthly_5000',
    type: 'invoice.paid',
    files: [
      ...STRIPE_PATH,
      'functions/billing/subscription/apply-subscription.ts',
      'functions/billing/adapters/stripe-subscriptions.ts',
    ],
    maxFiles: 13,
    credits: 5000,
  },
])(
  'the Stripe event $type passes these files, from its handler until its credits are booked',
  async ({ planId, type, files, maxFiles, credits }) => {
    const sent: unknown[] = [];
    const given = stage.context();
    const { clock, env, ledger } = given;
    const overrides = new Map<Factory<unknown>, Factory<unknown>>([
      [platform.env, () => env],
      [platform.sender, () => collectingSender(sent)],
    ]);
    const context = {
      ...given,
      ...depsOf({ billingQueue }, createContainer(overrides)),
      ledger: {
        ...ledger,
        // Stop here: the worker fails, so that its later steps do not run.
        async grant(...grant: Parameters<typeof ledger.grant>): Promise<never> {
          await ledger.grant(...grant);
          throw new Error('booked');
        },
      },
    };
    const buyer = await stage.person();
    await stage.buy(buyer, planId);
    const payload = JSON.stringify((await stage.events()).find((event) => event.type === type));

    await expectPath({ feature: 'billing', files, maxFiles }, async () => {
      const headers = { 'Stripe-Signature': signPayload(payload, clock.now()) };
      const event = createApiEvent(stripeWebhook.route, { body: payload, headers });
      expect(await invoke(stripeWebhook, context, event)).toMatchObject({ statusCode: 200 });
      const message = billingMessage.parse(sent[0]);
      await invoke(billing, context, { Records: [sqsRecord(message)] });
      expect(await stage.balance(buyer)).toMatchObject({ available: credits });
    });
  },
);
