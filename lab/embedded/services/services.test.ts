import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import {
  CreateQueueCommand,
  ReceiveMessageCommand,
  SQSClient,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startChild } from './child-process.ts';
import { dynoxideBinary, startDynoxide } from './dynoxide.ts';
import { endProcess, isProcessRunning, readProcessBirth } from './end-process.ts';
import { queueUrl, startFauxqs } from './fauxqs.ts';
import { findFreePort } from './free-port.ts';
import { acquirePidFile } from './pid-file.ts';

const region = 'eu-west-3';
const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'services-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('keeps dynoxide’s tables across a restart', async () => {
  const options = { dbPath: join(folder, 'data/dynamo.db'), logFile: join(folder, 'log/d.log') };
  for (const expected of [[], ['kept']]) {
    const dynoxide = await startDynoxide(options);
    const client = new DynamoDBClient({ endpoint: dynoxide.value, region, credentials });
    const { TableNames } = await client.send(new ListTablesCommand());
    expect(TableNames).toEqual(expected);
    if (expected.length === 0)
      await client.send(
        new CreateTableCommand({
          TableName: 'kept',
          BillingMode: 'PAY_PER_REQUEST',
          AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
          KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        }),
      );
    client.destroy();
    await dynoxide.stop();
    expect(readProcessBirth(dynoxide.pid)).toBeUndefined();
  }
});

test('keeps fauxqs’s messages after SIGKILL, and listens on loopback only', async () => {
  const sqsDir = join(folder, 'sqs');
  const client = (endpoint: string): SQSClient => new SQSClient({ endpoint, region, credentials });
  const program = `import { startFauxqs } from ${JSON.stringify(join(import.meta.dirname, 'fauxqs.ts'))};
    console.log((await startFauxqs(${JSON.stringify({ region, sqsDir })})).url);`;
  const first = spawn(process.execPath, ['--input-type=module', '-e', program]);
  const url = String((await once(first.stdout, 'data'))[0]).trim();
  const sqs = client(url);
  await sqs.send(new CreateQueueCommand({ QueueName: 'queue' }));
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl(url, 'queue'), MessageBody: 'kept' }));
  first.kill('SIGKILL');
  await once(first, 'exit');

  const second = await startFauxqs({ region, sqsDir });
  const later = client(second.url);
  const { Messages } = await later.send(
    new ReceiveMessageCommand({ QueueUrl: queueUrl(second.url, 'queue') }),
  );
  expect(Messages?.map((message) => message.Body)).toEqual(['kept']);
  await expect(fetch(second.url.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow('fetch failed');
  sqs.destroy();
  later.destroy();
  await second.close();
});

test('reports in one sentence that there is no binary for a platform', () => {
  expect(() => dynoxideBinary('sunos-sparc')).toThrow(
    /embedded DynamoDB does not support sunos-sparc: .* AWS_ENDPOINT_URL/,
  );
});

const node = (script: string) => ({
  name: 'service',
  command: process.execPath,
  args: ['-e', script],
  ready: () => new Promise<void>(() => undefined),
});

test('explains why a child did not start, and leaves no process', async () => {
  const options = { logFile: join(folder, 'log/service.log') };
  await expect(
    startChild(node('console.error("port is taken"); process.exit(3)'), options),
  ).rejects.toThrow(/^service ended with code 3: port is taken \(log: .*service\.log\)$/);
  await expect(
    startChild({ ...node('setInterval(() => {}, 1000)'), timeoutMs: 100 }, options),
  ).rejects.toThrow(/^service did not respond in time/);
  await expect(
    startChild({ ...node(''), command: join(folder, 'absent') }, options),
  ).rejects.toThrow(/^service could not be started: .*ENOENT/);
});

test('ends a child that ignores SIGTERM', async () => {
  const child = spawn(process.execPath, [
    '-e',
    'process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)',
  ]);
  await once(child.stdout, 'data');
  const id = { pid: child.pid ?? 0, birth: readProcessBirth(child.pid ?? 0) ?? '' };
  expect(isProcessRunning(id)).toBe(true);
  await endProcess(id, 100);
  expect(isProcessRunning(id)).toBe(false);
});

test('ends the children of a killed stack at the next start', async () => {
  const pidFile = join(folder, 'pids.json');
  const parent = join(folder, 'parent.ts');
  const here = JSON.stringify(import.meta.dirname);
  await writeFile(
    parent,
    `import { startDynoxide } from ${here.slice(0, -1)}/dynoxide.ts";
     import { startChild } from ${here.slice(0, -1)}/child-process.ts";
     import { acquirePidFile } from ${here.slice(0, -1)}/pid-file.ts";
     const pids = await acquirePidFile(${JSON.stringify(pidFile)});
     const logFile = ${JSON.stringify(join(folder, 'log'))};
     const options = { logFile, pids };
     const stubborn = { name: 'stubborn', command: process.execPath,
       args: ['-e', 'setInterval(() => {}, 1000)'], ready: async () => {} };
     const children = await Promise.all(
       [startDynoxide(options), startChild(stubborn, options)]);
     console.log(JSON.stringify(children.map((child) => child.pid)));`,
  );
  const stack = spawn(process.execPath, [parent], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await once(stack.stdout, 'data');
  const pids: number[] = JSON.parse(String(output));
  const ids = pids.map((pid) => ({ pid, birth: readProcessBirth(pid) ?? '' }));
  expect(ids.map(isProcessRunning)).toEqual([true, true]);
  await expect(acquirePidFile(pidFile)).rejects.toThrow(
    'is using this data directory: stop it first',
  );

  stack.kill('SIGKILL');
  await once(stack, 'exit');
  // A pid that the system has reused for this process, which must survive.
  const content = JSON.parse(await readFile(pidFile, 'utf8'));
  content.children.push({ name: 'recycled', pid: process.pid, birth: 'another' });
  await writeFile(pidFile, JSON.stringify(content));

  const acquired = await acquirePidFile(pidFile);
  expect(ids.map(isProcessRunning)).toEqual([false, false]);
  acquired.release();
  await expect(readFile(pidFile)).rejects.toThrow('ENOENT');
});

test('finds a port that is free to listen on', async () => {
  const port = await findFreePort();
  expect(port).toBeGreaterThan(1024);
});
