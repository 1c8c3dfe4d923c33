import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  CloudFormationClient,
  CreateStackCommand,
  waitUntilStackCreateComplete,
} from '@aws-sdk/client-cloudformation';
import { afterAll, expect, it } from 'vitest';
import { emulatorAt, waitForEmulator } from '../../localstack/emulator/emulator.ts';
import { testEnv } from '../support/test-context.ts';
import { startMinistack } from './ministack/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'stage-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ACCOUNT = '111111111111';
const [PK, SK] = ['PK', 'SK'].map((name) => ({ AttributeName: name, AttributeType: 'S' }));

/** A stage as far as commands need one: a table, a function that knows it, and its name. */
const TEMPLATE = {
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
            TABLE_NAME: { Ref: 'table' },
          },
        },
      },
    },
  },
  Outputs: { AnyFunction: { Value: { Ref: 'health' } } },
};

it('a command of operators works on the table of the stage that it is told', async () => {
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
      new CreateStackCommand({ StackName, TemplateBody: JSON.stringify(TEMPLATE) }),
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
  } finally {
    await ministack.stop();
  }
});
