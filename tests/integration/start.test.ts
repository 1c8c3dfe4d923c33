import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { isProcessRunning } from '../../lab/embedded/services/end-process.ts';
import { createDynamoClient } from '../../lab/embedded/supervisor/clients.ts';
import { startStack } from '../support/stack.ts';

/** Runs `npm start` as a user does in a terminal. */

const home = mkdtempSync(join(tmpdir(), 'tamis-start-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const DEMO = { email: 'demo@tamis.test', password: 'Demo1234' };
const ADMIN = { email: 'admin@tamis.test', password: 'Admin1234' };

const run = (file: string, env: Record<string, string>, args: readonly string[] = []) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, text: `${stdout}${stderr}` };
};
const children = (): { pid: number; birth: string; name: string }[] =>
  JSON.parse(readFileSync(join(home, 'pids.json'), 'utf8')).children;

it('starts, survives a kill with its data, and leaves nothing behind', async () => {
  const first = await startStack({ home });
  const { data: session } = await first.client().login({ body: DEMO });
  const me = () => first.client({ session }).me();
  expect((await me()).data).toMatchObject({
    role: 2,
    terms_accepted: 1,
    available_credit: 5_000_000,
    api_key: expect.stringMatching(/^tms_live_/),
  });
  const { data: admin } = await first.client().login({ body: ADMIN });
  expect((await first.client({ session: admin }).me()).data).toMatchObject({ role: 1 });

  // A second stack fails with an explanation, and leaves the first one's home and port untouched.
  const { port } = new URL(first.url);
  const start = 'lab/embedded/start.ts';
  expect(run(start, { TAMIS_HOME: home, PORT: '0' })).toEqual({
    status: 1,
    text: expect.stringContaining('is using this data directory: stop it first.'),
  });
  const otherHome = mkdtempSync(join(tmpdir(), 'tamis-start-'));
  expect(run(start, { TAMIS_HOME: otherHome, PORT: port })).toEqual({
    status: 1,
    text: expect.stringContaining(`Port ${port} is in use by another program`),
  });
  rmSync(otherHome, { recursive: true });
  expect(run('lab/embedded/reset.ts', { TAMIS_HOME: home }).status).toBe(1);

  const person = ['--first-name=Ada', '--last-name=Admin'];
  const adminCreated = run('localstack/run-command.ts', { TAMIS_HOME: home }, [
    'create-admin',
    'boss@tamis.test',
    ...person,
  ]);
  const [, password = ''] = /shown once: (\S+)/.exec(adminCreated.text) ?? [];
  const { data: created } = await first
    .client()
    .login({ body: { email: 'boss@tamis.test', password } });
  expect((await first.client({ session: created }).me()).data.role).toBe(1);

  await first.command('grant-credits', DEMO.email, '1000', '--why', 'a test');
  expect((await me()).data.available_credit).toBe(5_001_000);

  // The audit passes, and then finds an unexplained credit.
  const audit = () => run('localstack/run-command.ts', { TAMIS_HOME: home }, ['audit-ledger']);
  expect(audit()).toMatchObject({ status: 0, text: expect.stringContaining(': all are right.') });
  const { TABLE_NAME: TableName, AWS_ENDPOINT_URL_DYNAMODB: endpoint = '' } = first.info.env;
  const Key = { PK: { S: 'USER#nobody' }, SK: { S: 'BALANCE' } };
  const table = createDynamoClient(endpoint);
  await table.send(new PutItemCommand({ TableName, Item: { ...Key, held: { N: '5' } } }));
  expect(audit()).toMatchObject({
    status: 1,
    text: expect.stringMatching(
      /nobody: stored .* held 5, .* its entries sum to .* held 0, [^]* 1 differs\./,
    ),
  });
  await table.send(new DeleteItemCommand({ TableName, Key }));
  table.destroy();

  const orphans = children();
  expect(orphans.map(({ name }) => name)).toEqual(expect.arrayContaining(['dynoxide', 'mailnet']));
  // The owner process dies without cleanup, so the next start ends the child processes it left
  // behind.
  process.kill(first.info.owner.pid, 'SIGKILL');

  const second = await startStack({ home });
  expect(orphans.filter(isProcessRunning)).toEqual([]);
  expect((await second.client({ session }).me()).data.available_credit).toBe(5_001_000);
  const processes = children();
  await second.stop();
  expect(processes.filter(isProcessRunning)).toEqual([]);
  expect(existsSync(join(home, 'pids.json'))).toBe(false);
  expect(existsSync(join(home, 'stack.json'))).toBe(false);

  expect(run('localstack/run-command.ts', { TAMIS_HOME: home }, ['grant-credits'])).toEqual({
    status: 1,
    text: expect.stringContaining('No stack is running here'),
  });
  expect(run('lab/embedded/reset.ts', { TAMIS_HOME: home }).status).toBe(0);
  expect(existsSync(join(home, 'data'))).toBe(false);
});

it.each([
  [{ PORT: 'http' }, 'PORT must be a number from 0 to 65535.'],
  [{ TIME_SCALE: '0' }, 'TIME_SCALE must be a number from 1 to 1000.'],
])('rejects %j with an explanation', (env, sentence) => {
  const { status, text } = run('lab/embedded/start.ts', { TAMIS_HOME: home, ...env });
  expect({ status, text: text.trim() }).toEqual({ status: 1, text: sentence });
});
