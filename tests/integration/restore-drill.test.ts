import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  paginateScan,
  PutCommand,
} from '@aws-sdk/lib-dynamodb';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { PAUSE_BODIES, PAUSE_RULES } from '../../infra/edge/pause-rules.ts';
import { createApiProxy } from '../../lab/embedded/gateway/api-proxy.ts';
import { queueUrl } from '../../lab/embedded/services/fauxqs.ts';
import { startHttpService } from '../../lab/embedded/services/http-service.ts';
import { createDynamoClient, createSqsClient } from '../../lab/embedded/supervisor/clients.ts';
import {
  buyFirstPlan,
  type TestCustomer,
  CUSTOMER_PASSWORD,
  signUp,
  uploadList,
  waitForStatus,
  waitUntil,
} from '../support/customer.ts';
import { startFakeAccount } from '../support/fake-account.ts';
import { createClientFactory, startStack, type TestStack } from '../support/stack.ts';

/**
 * The restore drill of docs/operators/recovery.md, on a complete stack: the table returns to a time
 * before one account was closed and another bought its first credits. Unlike in AWS, where a
 * restore creates a table with a new name, the restored table here takes the name of the lost
 * table, which is kept as `LOST`.
 */

const LOST = 'tamis-lost';

let stack: TestStack;
let client: DynamoDBClient;
let table: string;
beforeAll(async () => {
  // Lost payments are found after an hour of accelerated time. This must be longer than a restore
  // takes on a busy machine.
  stack = await startStack({ env: { TIME_SCALE: '100' } });
  const { TABLE_NAME = '', AWS_ENDPOINT_URL_DYNAMODB = '' } = stack.info.env;
  table = TABLE_NAME;
  client = createDynamoClient(AWS_ENDPOINT_URL_DYNAMODB);
  await stack.command('billing/setup-stripe');
});
afterAll(() => stack.stop());

type Items = readonly Record<string, unknown>[];

async function readTable(): Promise<Items> {
  const items: Record<string, unknown>[] = [];
  const from = { client: DynamoDBDocumentClient.from(client) };
  for await (const page of paginateScan(from, { TableName: table, ConsistentRead: true }))
    items.push(...(page.Items ?? []));
  return items;
}

const write = async (name: string, items: Items): Promise<void> => {
  const to = DynamoDBDocumentClient.from(client);
  for (const Item of items) await to.send(new PutCommand({ TableName: name, Item }));
};

const keyOf = ({ PK, SK }: Items[number]): string => `${PK} ${SK}`;
const inOrder = (items: Items): Items => items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

const remove = async (items: Items): Promise<void> => {
  const from = DynamoDBDocumentClient.from(client);
  for (const { PK, SK } of items)
    await from.send(new DeleteCommand({ TableName: table, Key: { PK, SK } }));
};

/** Restores earlier items of the table, and moves the current items to another table. */
async function restore(before: Items, lost: string): Promise<void> {
  const { Table: shape } = await client.send(new DescribeTableCommand({ TableName: table }));
  await client.send(
    new CreateTableCommand({
      TableName: lost,
      KeySchema: shape?.KeySchema,
      AttributeDefinitions: shape?.AttributeDefinitions,
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  const now = await readTable();
  await write(lost, now);
  // Accounts must never be missing from the table, because the hourly reconciliation refunds
  // payments of accounts that do not exist.
  await write(table, before);
  const restored = new Set(before.map(keyOf));
  await remove(now.filter((item) => !restored.has(keyOf(item))));
}

const logIn = async (email: string): Promise<TestCustomer> => {
  const { data: session } = await stack
    .client()
    .login({ body: { email, password: CUSTOMER_PASSWORD } });
  return { email, api: stack.client({ session }), token: session.token };
};

const purchasesOf = async ({ api }: TestCustomer) => (await api.billings({ query: {} })).data.data;

/** Formats purchases for comparison, without their links, whose signatures differ each time. */
const comparable = (purchases: Awaited<ReturnType<typeof purchasesOf>>): string =>
  JSON.stringify(purchases, (name, value) => (name.endsWith('_url') ? '' : value));

it('closes accounts that were closed, and grants again what Stripe received', async () => {
  const leaver = await signUp(stack, 'leaver@customer.test');
  const buyer = await signUp(stack, 'buyer@customer.test');
  const before = await readTable();
  const isPurchase = ({ SK }: Items[number]) => String(SK).startsWith('PURCHASE#');

  await leaver.api.deleteAccount();
  await buyFirstPlan(stack, buyer);
  const bought = await waitUntil(
    () => purchasesOf(buyer),
    (purchases) => purchases.length > 0,
  );
  const { data: rich } = await buyer.api.me();
  expect((await readTable()).filter(isPurchase)).toHaveLength(1);
  // From here on, the hourly reconciliation may grant credits again; with accelerated time, it runs
  // after seconds.
  expect(before.filter(isPurchase)).toEqual([]);
  await restore(before, LOST);

  const again = await logIn(buyer.email);
  expect((await logIn(leaver.email)).token).not.toBe('');
  await stack.command('privacy/reapply-tombstones', '--from', LOST);
  await expect(logIn(leaver.email)).rejects.toMatchObject({ code: 'wrong_credentials' });

  const granted = await waitUntil(
    () => purchasesOf(again),
    (purchases) => purchases.length > 0,
  );
  expect(comparable(granted)).toBe(comparable(bought));
  const { data: now } = await again.api.me();
  expect(now.available_credit).toBe(rich.available_credit);
  expect(now.stripe_customer_id).toBe(rich.stripe_customer_id);
  await stack.command('audit-ledger');
});

const RULES = [{ Name: 'calls', Priority: 2, Statement: {} }];
const ACCOUNT = '111111111111';

/** Starts an account with the event sources, schedules and buckets of the stack. */
async function startAccount() {
  const { AWS_ENDPOINT_URL_LAMBDA = '' } = stack.info.env;
  const listed = await fetch(`${AWS_ENDPOINT_URL_LAMBDA}/2015-03-31/event-source-mappings`);
  const { EventSourceMappings } = mappings.parse(await listed.json());
  const headers = { 'x-amz-target': 'AWSEvents.ListRules' };
  const found = await fetch(AWS_ENDPOINT_URL_LAMBDA, { method: 'POST', headers, body: '{}' });
  const { Rules } = rules.parse(await found.json());
  return startFakeAccount({
    account: ACCOUNT,
    stacks: {
      'Tamis-drill': [
        ...EventSourceMappings.map(
          ({ UUID }) => ['AWS::Lambda::EventSourceMapping', UUID] as const,
        ),
        ...Rules.map(({ Name }) => ['AWS::Events::Rule', Name] as const),
      ],
      'Tamis-drill-Edge': [['AWS::WAFv2::WebACL', 'acl|id|CLOUDFRONT']],
    },
    rules: RULES,
    events: AWS_ENDPOINT_URL_LAMBDA,
  });
}
const mappings = z.object({ EventSourceMappings: z.array(z.object({ UUID: z.string() })) });
const rules = z.object({ Rules: z.array(z.object({ Name: z.string() })) });

/** Starts CloudFront with a firewall that applies the rules of a pause, in front of the stack. */
async function startEdge({ acl }: Awaited<ReturnType<typeof startAccount>>) {
  const forward = createApiProxy(stack.url);
  return startHttpService(async (message, response) => {
    const names = new Set(activeRules.parse(acl()).Rules.map(({ Name }) => Name));
    const blocking = PAUSE_RULES.find(
      ({ Name, Statement }) =>
        names.has(Name) &&
        new RegExp(Statement.RegexMatchStatement.RegexString).test(message.url ?? ''),
    );
    if (!blocking) {
      // The proxy adds the path of the stack's URL, which is a slash.
      message.url = message.url?.slice(1) ?? '';
      return forward(message, response, stack.url);
    }
    const { CustomResponseBodyKey, ResponseCode, ResponseHeaders } =
      blocking.Action.Block.CustomResponse;
    for (const { Name, Value } of ResponseHeaders) response.setHeader(Name, Value);
    response.writeHead(ResponseCode).end(PAUSE_BODIES[CustomResponseBodyKey].content);
  });
}
const activeRules = z.object({ Rules: z.array(z.object({ Name: z.string() })) });

const LIST = { name: 'list.txt', bytes: Buffer.from('deliverable@sandbox.test\n') };
/** Maximum lists of each customer under load, which the welcome credits can pay for. */
const MAX_LISTS = 50;

it('loses nothing that was written before a pause under load', async () => {
  const account = await startAccount();
  const edge = await startEdge(account);
  const folder = mkdtempSync(join(tmpdir(), 'drill-'));
  const file = join(folder, 'drill.json');
  const stage = { kind: 'dev', domain: 'drill.test', account: ACCOUNT, region: 'eu-west-3' };
  writeFileSync(file, JSON.stringify(stage));
  const command = (verb: string) =>
    promisify(execFile)(process.execPath, ['localstack/pause-stage.ts', verb, file], {
      env: { ...process.env, ...stack.info.env, AWS_ENDPOINT_URL: account.url },
    });
  const service = { ...stack, client: createClientFactory(edge.url) };
  const customers = await Promise.all(
    [1, 2, 3].map((number) => signUp(service, `load-${number}@customer.test`)),
  );
  const [late, lost] = [customers[0], customers[1]];
  if (!late || !lost) throw new Error('There are no customers');

  const lists: (readonly [TestCustomer, string])[] = [];
  const load = customers.map(async (customer) => {
    for (let count = 0; ; count += 1)
      try {
        if (count < MAX_LISTS)
          lists.push([customer, await uploadList(customer, `List ${count}`, LIST)]);
        else await customer.api.me();
      } catch (error) {
        return error;
      }
  });
  await waitUntil(
    () => Promise.resolve(lists.length),
    (count) => count >= 10,
  );
  const body = { name: 'late', file_name: LIST.name, size: LIST.bytes.length };
  const { data } = await late.api.upload({ body });
  if (!('upload' in data)) throw new Error('a JSON call responds with a presigned upload');
  await command('pause');
  const refusal = { status: 503, code: 'service_paused', retryAfter: 300 };
  expect(await Promise.all(load)).toEqual(customers.map(() => expect.objectContaining(refusal)));
  const page = await fetch(edge.url);
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('lang="fr"')]);

  const log = stack.log('functions');
  const before = await readTable();
  const form = new FormData();
  for (const [field, value] of Object.entries(data.upload.fields)) form.append(field, value);
  form.append('file', new Blob([LIST.bytes]), LIST.name);
  expect((await fetch(data.upload.url, { method: 'POST', body: form })).ok).toBe(true);
  await reportBounce(lost.email);
  await remove(before.filter(({ PK }) => String(PK).startsWith('USER#')));
  await restore(before, `${LOST}-again`);
  expect(inOrder(await readTable())).toEqual(inOrder(before));
  expect(stack.log('functions')).toBe(log);

  await command('resume');
  for (const [customer, id] of [...lists, [late, data.file_id] as const])
    expect(await waitForStatus(customer, id)).toMatchObject({ processed: 1 });
  await waitUntil(readTable, (items) => items.some((item) => 'mailUndeliverable' in item));
  await stack.command('audit-ledger');
  await edge.close();
  account.close();
  rmSync(folder, { recursive: true });
});

/** Sends the notification of a bounce to the queue of mail feedback, as SES does through SNS. */
async function reportBounce(emailAddress: string): Promise<void> {
  const { AWS_ENDPOINT_URL_SQS = '' } = stack.info.env;
  const sqs = createSqsClient(AWS_ENDPOINT_URL_SQS);
  const QueueUrl = queueUrl(AWS_ENDPOINT_URL_SQS, 'tamis-queues-mail-feedback');
  const bouncedRecipients = [{ emailAddress, status: '5.1.1' }];
  const bounce = {
    bounceType: 'Permanent',
    bouncedRecipients,
    feedbackId: '1',
    timestamp: new Date().toISOString(),
  };
  const MessageBody = JSON.stringify({ eventType: 'Bounce', bounce, mail: { messageId: '2' } });
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  sqs.destroy();
}
