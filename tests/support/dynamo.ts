import { devNull } from 'node:os';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createDb } from '../../functions/platform/dynamo/create-db.ts';
import type { Db } from '../../functions/platform/dynamo/db.ts';
import type { Clock } from '../../functions/platform/clock.ts';
import type { RunningChild } from '../../lab/embedded/services/child-process.ts';
import { startDynoxide } from '../../lab/embedded/services/dynoxide.ts';
import { REGION } from '../../lab/embedded/cloud/resolver.ts';
import { DUMMY_CREDENTIALS } from '../../lab/embedded/supervisor/clients.ts';
import { guardTable } from './guarded-clients.ts';
import { createMemoryTable, createMemoryDynamoClient } from './memory-table.ts';
import { testClock } from './test-clock.ts';

/** The product's table for one test file, initially empty. */
export type TestTable = ReturnType<typeof tableOn>;

const TABLE_NAME = 'tamis-test';
const START_ATTEMPTS = 5;

/** Starts the emulator. Retries, because another program may take the free port first. */
async function startProcess(attempts = START_ATTEMPTS): Promise<RunningChild<string>> {
  try {
    return await startDynoxide({ logFile: devNull });
  } catch (error) {
    if (attempts <= 1) throw error;
    return startProcess(attempts - 1);
  }
}

/** Wraps a client of the product's table. @param endpoint empty for an in-memory table */
function tableOn(
  client: DynamoDBClient,
  endpoint = '',
  end: () => Promise<void> = async () => undefined,
) {
  guardTable(client);
  const stop = async (): Promise<void> => {
    client.destroy();
    await end();
  };
  return {
    /** Endpoint of the DynamoDB emulator; empty for an in-memory table. */
    endpoint,
    client,
    name: TABLE_NAME,
    /** Returns the adapters' interface `Db`, which retries conflicts within milliseconds. */
    db: (clock: Clock = testClock()): Db =>
      createDb(client, TABLE_NAME, clock, {
        attempts: 20,
        baseMs: 1,
        capMs: 4,
        sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        random: Math.random,
      }),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

const attribute = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });

const AUTHORIZATION =
  'AWS4-HMAC-SHA256 Credential=test/20260101/test/dynamodb/aws4_request, SignedHeaders=host, Signature=0';

/**
 * Creates a client that signs nothing, because the emulator checks no signatures, and signing takes
 * a quarter of a call's time.
 */
const unsigned = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({
    region: REGION,
    credentials: DUMMY_CREDENTIALS,
    endpoint,
    signer: {
      async sign(request) {
        const headers = { ...request.headers, authorization: AUTHORIZATION, 'x-amz-date': '0' };
        return { ...request, headers };
      },
    },
  });

/** Starts a DynamoDB emulator in a new process and creates the table. Stop it in `afterAll`. */
export async function startEmulator(): Promise<TestTable> {
  const { value: endpoint, stop } = await startProcess();
  const client = unsigned(endpoint);
  await client.send(
    new CreateTableCommand({
      TableName: TABLE_NAME,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['PK', 'SK'].map(attribute),
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
    }),
  );
  return tableOn(client, endpoint, stop);
}

/**
 * Starts an in-memory table, which takes a fraction of the emulator's time.
 * `table-contract.test.ts` tests that it behaves like the emulator, and in the suite `engine`, this
 * function starts the emulator instead. Stop the table in `afterAll`.
 */
export async function startTable(): Promise<TestTable> {
  if (process.env['TAMIS_TEST_TABLE'] === 'engine') return startEmulator();
  return tableOn(createMemoryDynamoClient(createMemoryTable().respond));
}
