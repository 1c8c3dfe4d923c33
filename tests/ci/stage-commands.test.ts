import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import {
  CloudFormationClient,
  CreateStackCommand,
  UpdateStackCommand,
  waitUntilStackCreateComplete,
  waitUntilStackUpdateComplete,
} from '@aws-sdk/client-cloudformation';
import {
  DescribeContinuousBackupsCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListTablesCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { emulatorAt, waitForEmulator } from '../../localstack/emulator/emulator.ts';
import { testEnv } from '../support/test-context.ts';
import { startMinistack } from './ministack/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'stage-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ACCOUNT = '111111111111';
const [PK, SK] = ['PK', 'SK'].map((name) => ({ AttributeName: name, AttributeType: 'S' }));

/** A stage as far as commands need one: a table, a function that knows it, and its name. */
const templateWith = (table: unknown) => ({
  Resources: {
    table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [PK, SK],
        KeySchema: [
          { AttributeName: 'PK', KeyType: 'HASH' },
          { AttributeName: 'SK', KeyType: 'RANGE' },
        ],
      },
    },
    health: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Runtime: 'nodejs22.x',
        Handler: 'index.handler',
        Role: `arn:aws:iam::${ACCOUNT}:role/health`,
        Code: { ZipFile: 'exports.handler = async () => 1;' },
        Environment: {
          Variables: {
            ...Object.fromEntries(
              Object.entries(testEnv()).filter(([, value]) => typeof value === 'string'),
            ),
            STAGE: 'trial',
            TABLE_NAME: table,
          },
        },
      },
    },
  },
  Outputs: { AnyFunction: { Value: { Ref: 'health' } } },
});

/** The commands of each step of the drill, as the page has them. */
function stepsOfDrill(): string[][] {
  const [, drill = ''] =
    /## Restore drill\n(.*?)\n## /s.exec(readFileSync('docs/recovery.md', 'utf8')) ?? [];
  const steps = drill.match(/^\d\. .*$/gm) ?? [];
  return steps.map((step) =>
    Array.from(step.matchAll(/`((?:aws|npm run) [^`]+|"table": "NEW")`/g), ([, said = '']) => said),
  );
}

it('commands of operators work on the table of the stage, also after it was restored', async () => {
  const ministack = await startMinistack();
  try {
    const emulator = emulatorAt(ministack.endpoint);
    await waitForEmulator(emulator);
    const client = new CloudFormationClient({
      endpoint: ministack.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: ACCOUNT, secretAccessKey: 'test' },
    });
    const StackName = 'Tamis-trial';
    await client.send(
      new CreateStackCommand({
        StackName,
        TemplateBody: JSON.stringify(templateWith({ Ref: 'table' })),
      }),
    );
    await waitUntilStackCreateComplete({ client, maxWaitTime: 60, minDelay: 1 }, { StackName });

    const file = join(folder, 'trial.json');
    const place = { account: ACCOUNT, region: 'us-east-1' };
    writeFileSync(file, JSON.stringify({ kind: 'dev', ...place }));
    const env = { ...process.env, ...emulator.variables, AWS_ACCESS_KEY_ID: ACCOUNT };
    const npm = (script: string, ...args: string[]) =>
      promisify(execFile)('npm', ['run', '--silent', script, '--', `--stage=${file}`, ...args], {
        env,
      });
    const names = ['--first-name=Ada', '--last-name=Admin'];
    const { stdout: made } = await npm('admin:create', 'ada@tamis.test', ...names);
    expect(made).toContain('shown once: ');
    await expect(npm('admin:create', 'ada@tamis.test', ...names)).rejects.toThrow('Command failed');
    expect((await npm('ledger:audit')).stdout).toContain(': all are right.');

    const tables = new DynamoDBClient({
      endpoint: ministack.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: ACCOUNT, secretAccessKey: 'test' },
    });
    const [OLD = ''] = (await tables.send(new ListTablesCommand())).TableNames ?? [];
    const TableName = 'tamis-restored';
    // In the place of a deployment of the whole stage. The emulator restores the present alone.
    const changeOver = async (): Promise<void> => {
      const TemplateBody = JSON.stringify(templateWith(TableName));
      await client.send(new UpdateStackCommand({ StackName, TemplateBody }));
      await waitUntilStackUpdateComplete({ client, maxWaitTime: 60, minDelay: 1 }, { StackName });
    };
    let said = '';
    for (const command of stepsOfDrill().flat()) {
      if (command.startsWith('"table"')) {
        await changeOver();
        continue;
      }
      const words = command.replaceAll(/\bOLD\b/g, OLD).replaceAll(/\bNEW\b/g, TableName);
      const [program = '', ...args] = words.replace('--stage dev', `--stage ${file}`).split(' ');
      const PATH = `${resolve('.tamis/aws-cli/bin')}:${process.env['PATH']}`;
      said += (await promisify(execFile)(program, args, { env: { ...env, PATH } })).stdout;
    }
    expect(said).toContain(': all are right.');
    expect(said).toContain('privacy:reapply');
    await expect(npm('admin:create', 'ada@tamis.test', ...names)).rejects.toThrow('Command failed');
    await npm('admin:create', 'eve@tamis.test', ...names);
    const [before, after] = await Promise.all(
      [OLD, TableName].map(async (each) => tables.send(new ScanCommand({ TableName: each }))),
    );
    expect(after?.Count).toBeGreaterThan(before?.Count ?? 0);
    const { TimeToLiveDescription } = await tables.send(
      new DescribeTimeToLiveCommand({ TableName }),
    );
    expect(TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' });
    const { ContinuousBackupsDescription } = await tables.send(
      new DescribeContinuousBackupsCommand({ TableName }),
    );
    expect(ContinuousBackupsDescription?.PointInTimeRecoveryDescription).toMatchObject({
      PointInTimeRecoveryStatus: 'ENABLED',
    });
  } finally {
    await ministack.stop();
  }
});
