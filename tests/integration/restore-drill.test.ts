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
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDynamoClient } from '../../localstack/embedded/supervisor/clients.ts';
import {
  buyFirstPlan,
  type TestCustomer,
  CUSTOMER_PASSWORD,
  signUp,
  waitUntil,
} from '../support/customer.ts';
import { startStack, type TestStack } from '../support/stack.ts';

/**
 * The restore drill of docs/recovery.md, on a complete stack: the table returns to a time before
 * one account was closed and another bought its first credits. Unlike in AWS, where a restore
 * creates a table with a new name, the restored table here takes the name of the lost table, which
 * is kept as `LOST`.
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

/** Restores earlier items of the table, and moves the current items to the table LOST. */
async function restore(before: Items): Promise<void> {
  const { Table: shape } = await client.send(new DescribeTableCommand({ TableName: table }));
  await client.send(
    new CreateTableCommand({
      TableName: LOST,
      KeySchema: shape?.KeySchema,
      AttributeDefinitions: shape?.AttributeDefinitions,
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  const now = await readTable();
  await write(LOST, now);
  // Accounts must never be missing from the table, because the hourly reconciliation refunds
  // payments of accounts that do not exist.
  await write(table, before);
  const keyOf = ({ PK, SK }: Items[number]): string => `${PK} ${SK}`;
  const restored = new Set(before.map(keyOf));
  const from = DynamoDBDocumentClient.from(client);
  for (const { PK, SK } of now.filter((item) => !restored.has(keyOf(item))))
    await from.send(new DeleteCommand({ TableName: table, Key: { PK, SK } }));
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
  await restore(before);

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
