import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createDb } from '../../functions/platform/dynamo/create-db.ts';
import type { Db } from '../../functions/platform/dynamo/db.ts';
import type { Clock } from '../../functions/platform/clock.ts';
import { freePort } from '../../localstack/embedded/services/free-port.ts';
import { createMemoryTable, memoryDynamoClient } from './memory-table.ts';

/** The product's table, empty, for one test file. */
export interface TestTable extends AsyncDisposable {
  /** Where the engine listens; empty for a table within this process. */
  readonly endpoint: string;
  readonly client: DynamoDBClient;
  readonly name: string;
  /** The table as adapters get it; passing conflicts are tried again at once. */
  db(clock?: Clock): Db;
  stop(): Promise<void>;
}

const START_ATTEMPTS = 5;

/** Resolves when the process says that it listens, false when it ends first: the port was taken. */
function listening(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('listening')) resolve(true);
    });
    child.once('exit', () => resolve(false));
    child.once('error', reject);
  });
}

async function startProcess(): Promise<{ child: ChildProcess; endpoint: string }> {
  const binary = createRequire(import.meta.url).resolve(
    `@dynoxide/${process.platform}-${process.arch}/dynoxide`,
  );
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
    const port = await freePort();
    const child = spawn(binary, ['--host', '127.0.0.1', '--port', String(port)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (await listening(child)) return { child, endpoint: `http://127.0.0.1:${port}` };
  }
  throw new Error(`${binary} found no free port`);
}

const dbOn =
  (client: DynamoDBClient, name: string): TestTable['db'] =>
  (clock = { now: () => Date.now() }) =>
    createDb(client, name, clock, {
      attempts: 20,
      baseMs: 1,
      capMs: 4,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      random: Math.random,
    });

const attribute = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });

const TABLE_NAME = 'tamis-test';

/** Starts a DynamoDB engine of its own, a process, and creates the table; stop it in `afterAll`. */
export async function startEngine(): Promise<TestTable> {
  const { child, endpoint } = await startProcess();
  const killed = () => child.kill('SIGKILL');
  process.once('exit', killed);
  const client = new DynamoDBClient({
    endpoint,
    region: 'eu-west-3',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
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
  const stop = async () => {
    process.removeListener('exit', killed);
    client.destroy();
    const gone = new Promise((resolve) => {
      child.once('exit', resolve);
    });
    child.kill('SIGKILL');
    await gone;
  };
  return {
    endpoint,
    client,
    name: TABLE_NAME,
    db: dbOn(client, TABLE_NAME),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/**
 * The table for tests of what stands on it: within this process, which takes a fraction of the time.
 * `table-contract.test.ts` holds it to the rules of the engine, and the suite `engine` runs the same
 * tests on the engine itself. Stop it in `afterAll`.
 */
export async function startTable(): Promise<TestTable> {
  if (process.env['TAMIS_TEST_TABLE'] === 'engine') return startEngine();
  const client = memoryDynamoClient(createMemoryTable().answer);
  const stop = async () => client.destroy();
  return {
    endpoint: '',
    client,
    name: TABLE_NAME,
    db: dbOn(client, TABLE_NAME),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
