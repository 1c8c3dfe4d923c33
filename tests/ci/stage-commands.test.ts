import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import {
  CloudFormationClient,
  CreateStackCommand,
  DescribeStacksCommand,
  UpdateStackCommand,
  waitUntilStackCreateComplete,
  waitUntilStackUpdateComplete,
} from '@aws-sdk/client-cloudformation';
import {
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  PutItemCommand,
  ScanCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createDb } from '../../functions/platform/dynamo/create-db.ts';
import { createSecrets } from '../../functions/platform/secrets/secrets-manager.ts';
import { emulatorAt, waitForEmulator } from '../../localstack/emulator/emulator.ts';
import { PRODUCTION_CONFIG } from '../infra/production.ts';
import { synthesizeTemplates } from '../infra/template.ts';
import { fillCommand, readDrillSteps } from '../rehearsal/restore-drill.ts';
import { createPipelineHarness } from '../support/pipeline-harness.ts';
import { testContext } from '../support/test-context.ts';
import { startMinistack } from './ministack/server.ts';
import { extractRestoreTemplate } from './ministack/restore-template.ts';

const folder = mkdtempSync(join(tmpdir(), 'stage-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ACCOUNT = '111111111111';
const [HOME, AWAY] = ['us-east-1', 'eu-central-1'] as const;
const FILE = { kind: 'dev', domain: 'tamis.test', account: ACCOUNT, region: HOME } as const;
const BACKUP = `arn:aws:backup:${AWAY}:222222222222:backup-vault:tamis`;
const SECRETS = ['AppSecretId', 'LinkSecretId', 'WebhookSecretId', 'ConnectionSecretId'] as const;
const RESTORED = 'tamis-restored';
const StackName = 'Tamis-dev';
const EDGE = { StackName: `${StackName}-Edge` };

function clientsOf(endpoint: string, region: string) {
  const credentials = { accessKeyId: ACCOUNT, secretAccessKey: 'test' };
  const options = { endpoint, region, credentials };
  return {
    stacks: new CloudFormationClient(options),
    tables: new DynamoDBClient(options),
    secrets: new SecretsManagerClient(options),
  };
}
type Clients = ReturnType<typeof clientsOf>;

/**
 * Deploys the resources that contain a stage's data, as `npm run deploy` would. Returns the stack
 * outputs.
 */
async function deploy({ stacks: client }: Clients, file: Readonly<Record<string, unknown>>) {
  const given = { StackName, TemplateBody: extractRestoreTemplate(file) };
  const waiter = { client, maxWaitTime: 60, minDelay: 1 };
  const isThere = await client.send(new DescribeStacksCommand({ StackName })).then(
    () => true,
    () => false,
  );
  if (isThere) {
    await client.send(new UpdateStackCommand(given));
    await waitUntilStackUpdateComplete(waiter, { StackName });
  } else {
    await client.send(new CreateStackCommand(given));
    await waitUntilStackCreateComplete(waiter, { StackName });
  }
  const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName }));
  const outputs = new Map(Stacks[0]?.Outputs?.map((o) => [o.OutputKey, o.OutputValue ?? '']));
  return (name: string): string => outputs.get(name) ?? '';
}

function partsOf({ tables, secrets }: Clients, output: (name: string) => string) {
  const clock = { now: () => Date.now() };
  const sleep = async () => undefined;
  const tries = { attempts: 5, baseMs: 1, capMs: 4, sleep, random: () => 1 };
  const ids = {
    APP_SECRET_ID: output('AppSecretId'),
    CODE_SECRET_ID: output('CodeSecretId'),
    CSRF_SECRET_ID: output('CsrfSecretId'),
    LINK_SECRET_ID: output('LinkSecretId'),
    WEBHOOK_SECRET_ID: output('WebhookSecretId'),
    CONNECTION_SECRET_ID: output('ConnectionSecretId'),
  };
  return {
    table: { db: () => createDb(tables, output('TableName'), clock, tries) },
    secrets: createSecrets(secrets, ids, clock),
  };
}

async function readBelongings(parts: ReturnType<typeof partsOf>, owner: Owner) {
  const { secrets, table } = parts;
  const context = testContext(table, { secrets });
  const user = await context.accounts.get(owner.userId);
  const endpoint = await context.endpoints.get(owner.userId, owner.endpointId);
  if (!user || !endpoint) throw new Error('The customer does not exist');
  return {
    balance: await context.ledger.balance(owner.userId),
    list: await context.lists.get(owner.userId, owner.listId),
    key: await context.apiKeys.reveal(user),
    webhook: await context.endpoints.secretsOf(endpoint, Date.now()),
    link: Buffer.from(await secrets.key('link')).toString('hex'),
  };
}
interface Owner {
  readonly userId: string;
  readonly listId: string;
  readonly endpointId: string;
}

/** Creates a customer with credits, a finished list, a key and a webhook. */
async function createOwner({ table, secrets }: ReturnType<typeof partsOf>): Promise<Owner> {
  const world = await createPipelineHarness(table, { paid: true }, { secrets });
  await world.grant(100);
  const listId = await world.upload('email\na@one.test\nb@two.test\n');
  await world.drain();
  const made = await world.context.endpoints.create({
    userId: world.userId,
    id: 'endpoint',
    url: 'https://hooks.customer.test/',
    description: '',
    events: ['list.finished'],
    createdAt: new Date().toISOString(),
  });
  expect(made).toBeDefined();
  return { userId: world.userId, listId, endpointId: 'endpoint' };
}

it('a stage is restored after the loss of its table, and of its region', async () => {
  const ministack = await startMinistack();
  try {
    const emulator = emulatorAt(ministack.endpoint);
    await waitForEmulator(emulator);
    const file = join(folder, 'dev.json');
    let region: string = HOME;
    const run = async (program: string, args: readonly string[]): Promise<string> => {
      const env = {
        ...process.env,
        ...emulator.variables,
        AWS_ACCESS_KEY_ID: ACCOUNT,
        AWS_REGION: region,
        AWS_DEFAULT_REGION: region,
        PATH: `${resolve('.tamis/aws-cli/bin')}:${process.env['PATH']}`,
      };
      return (await promisify(execFile)(program, args, { env })).stdout;
    };
    const npm = (script: string, ...args: string[]) =>
      run('npm', ['run', '--silent', script, '--', `--stage=${file}`, ...args]);
    const write = (values: Readonly<Record<string, unknown>>) =>
      writeFileSync(file, JSON.stringify(values));
    /** Runs a documented command with the stage file and the table names of this test. */
    const runCommand = async (command: string, OLD: string): Promise<string> => {
      const words = fillCommand(command, { OLD, NEW: RESTORED, stageFile: file });
      const [program = '', ...args] = words.split(' ');
      return run(program, args);
    };

    const home = clientsOf(ministack.endpoint, HOME);
    write({ ...FILE, backup: BACKUP });
    const first = await deploy(home, { ...FILE, backup: BACKUP });
    const OLD = first('TableName');
    const owner = await createOwner(partsOf(home, first));
    const before = await readBelongings(partsOf(home, first), owner);
    expect(before).toMatchObject({ balance: { available: 98 }, list: { status: 7 } });
    expect(before.key).toEqual(expect.any(String));
    const names = ['--first-name=Ada', '--last-name=Admin'];
    expect(await npm('admin:create', 'ada@tamis.test', ...names)).toContain('shown once: ');
    await expect(npm('admin:create', 'ada@tamis.test', ...names)).rejects.toThrow('Command failed');
    expect(await npm('ledger:audit')).toContain(': all are right.');

    const [pause = [], restore = [], complete = [], change = [], ...after] = readDrillSteps();
    expect(change).toEqual(['"table": "NEW"']);
    await home.stacks.send(new CreateStackCommand({ ...EDGE, TemplateBody: firewallTemplate() }));
    await waitUntilStackCreateComplete({ client: home.stacks, maxWaitTime: 60, minDelay: 1 }, EDGE);
    const sources = await sourcesOf(run);
    expect(sources.filter((source) => source.endsWith(' on')).length).toBeGreaterThan(20);
    const [disabled = ''] = await mappingsOf(run);
    await run('aws', ['lambda', 'update-event-source-mapping', '--no-enabled', '--uuid', disabled]);
    const running = await sourcesOf(run);
    expect(running).not.toEqual(sources);
    const rules = await rulesOf(run);
    for (let runs = 0; runs < 2; runs += 1)
      for (const command of pause) await runCommand(command, OLD);
    expect((await sourcesOf(run)).filter((source) => source.endsWith(' on'))).toEqual([]);
    expect(await rulesOf(run)).toEqual(['pausedCalls', 'pausedPages', ...rules]);
    // The emulator can restore only the current state, so the test damages the table after the
    // restore.
    for (const command of [...restore, ...complete]) await runCommand(command, OLD);
    await emptyTable(home, OLD);
    await expect(readBelongings(partsOf(home, first), owner)).rejects.toThrow(
      'The customer does not exist',
    );
    const second = { ...FILE, backup: BACKUP, table: RESTORED };
    write(second);
    const restored = await deploy(home, second);
    const printed = await Promise.all(after.flat().map((command) => runCommand(command, OLD)));
    expect(printed.join('')).toContain(': all are right.');
    expect(printed.join('')).toMatch(/\d+ tombstones;/);
    expect(await sourcesOf(run)).toEqual(running);
    expect(await rulesOf(run)).toEqual(rules);
    expect(await readBelongings(partsOf(home, restored), owner)).toEqual(before);
    await expect(npm('admin:create', 'ada@tamis.test', ...names)).rejects.toThrow('Command failed');
    await expectComplete(home);

    // The emulator has no AWS Backup: a copy in the other region stands in for the copy in the
    // vault.
    const away = clientsOf(ministack.endpoint, AWAY);
    await copyTo(home, away);
    await home.tables.send(
      new UpdateTableCommand({ TableName: RESTORED, DeletionProtectionEnabled: false }),
    );
    await home.tables.send(new DeleteTableCommand({ TableName: RESTORED }));
    region = AWAY;
    for (const command of complete) await runCommand(command, RESTORED);
    // The emulator gives secrets the same names in each region, while CloudFormation generates
    // unique names, so the test reads the replicas before new secrets replace them.
    const replicas = new Map<string, string | undefined>();
    for (const name of SECRETS) {
      const replica = new GetSecretValueCommand({ SecretId: restored(name) });
      replicas.set(name, (await away.secrets.send(replica)).SecretString);
    }
    // The file has no domain, because the stage in the first region would also be found.
    const { domain: _, ...withoutDomain } = FILE;
    const third = { ...withoutDomain, region: AWAY, table: RESTORED };
    write(third);
    const redeployed = await deploy(away, third);
    const unreadable = { key: null, webhook: [] };
    expect(await readBelongings(partsOf(away, redeployed), owner)).toMatchObject(unreadable);
    for (const [name, SecretString] of replicas)
      await away.secrets.send(
        new PutSecretValueCommand({ SecretId: redeployed(name), SecretString }),
      );
    expect(await readBelongings(partsOf(away, redeployed), owner)).toEqual(before);
    expect(await npm('ledger:audit')).toContain(': all are right.');
    await expectComplete(away);
  } finally {
    await ministack.stop();
  }
});

/** Part of the edge's template that MiniStack supports. */
function firewallTemplate(): string {
  const edge = synthesizeTemplates('prod', PRODUCTION_CONFIG)['Tamis-prod-Edge'];
  return JSON.stringify({ Resources: edge?.findResources('AWS::WAFv2::WebACL') });
}

type Run = (program: string, args: readonly string[]) => Promise<string>;

const query = async (run: Run, args: string, expression: string): Promise<string[]> =>
  z
    .array(z.string())
    .parse(JSON.parse(await run('aws', [...args.split(' '), '--query', expression])));

const mappingsOf = (run: Run) =>
  query(run, 'lambda list-event-source-mappings', 'sort(EventSourceMappings[].UUID)');

/** Event source mappings and rules, each followed by whether it is on. */
async function sourcesOf(run: Run): Promise<string[]> {
  const [mappings, rules] = await Promise.all([
    query(
      run,
      'lambda list-event-source-mappings',
      "EventSourceMappings[].join(' ', [UUID,State])",
    ),
    query(run, 'events list-rules', "Rules[].join(' ', [Name,State])"),
  ]);
  return [...mappings, ...rules].map((source) => source.replace(/enabled$/i, 'on')).toSorted();
}

/** Names of the firewall's rules, by priority. */
async function rulesOf(run: Run): Promise<string[]> {
  const scope = 'wafv2 list-web-acls --scope CLOUDFRONT';
  const [name = '', id = ''] = await query(run, scope, 'WebACLs[0].[Name,Id]');
  const one = `wafv2 get-web-acl --scope CLOUDFRONT --name ${name} --id ${id}`;
  return query(run, one, 'sort_by(WebACL.Rules, &Priority)[].Name');
}

async function emptyTable({ tables }: Clients, TableName: string): Promise<void> {
  for (const { PK, SK } of await itemsOf(tables, TableName))
    if (PK && SK) await tables.send(new DeleteItemCommand({ TableName, Key: { PK, SK } }));
}

const itemsOf = async (tables: DynamoDBClient, TableName: string) =>
  (await tables.send(new ScanCommand({ TableName }))).Items ?? [];

async function copyTo(from: Clients, to: Clients): Promise<void> {
  const key = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });
  await to.tables.send(
    new CreateTableCommand({
      TableName: RESTORED,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [key('PK'), key('SK')],
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
    }),
  );
  for (const Item of await itemsOf(from.tables, RESTORED))
    await to.tables.send(new PutItemCommand({ TableName: RESTORED, Item }));
}

/** Expects that the settings that a restore does not include have been enabled. */
async function expectComplete({ tables }: Clients): Promise<void> {
  const TableName = RESTORED;
  const { TimeToLiveDescription } = await tables.send(new DescribeTimeToLiveCommand({ TableName }));
  expect(TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' });
  const { ContinuousBackupsDescription } = await tables.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  );
  expect(ContinuousBackupsDescription?.PointInTimeRecoveryDescription).toMatchObject({
    PointInTimeRecoveryStatus: 'ENABLED',
  });
  const { Table } = await tables.send(new DescribeTableCommand({ TableName }));
  expect(Table?.DeletionProtectionEnabled).toBe(true);
}
