import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SECRET_CACHE_MS } from '../../functions/platform/secrets/secrets-manager.ts';
import { buildFunctions } from '../../infra/build.ts';
import { LONGEST_RUN_SECONDS } from '../../infra/pause-stage.ts';
import { createStageConfig } from '../../infra/stage/config.ts';
import { apiUrlAtEmulator } from '../../localstack/emulator/deploy.ts';
import { readDeployedStacks } from '../../infra/stage/deployed-stacks.ts';
import { emulatorAt, waitForEmulator } from '../../localstack/emulator/emulator.ts';
import { type Mailnet, startMailnet } from '../../packages/mailnet/src/index.ts';
import { createToolsFactory, refuseUnfitStage } from '../rehearsal/at-aws.ts';
import { describeCalls } from '../rehearsal/aws-calls.ts';
import { AWS_STEPS, type AwsTools, DESTROY_STEP } from '../rehearsal/aws-steps.ts';
import { startMinistack } from './ministack/server.ts';

/** Carries out the steps of `npm run rehearse:aws` on MiniStack. */

const STEPS = [...AWS_STEPS, DESTROY_STEP];

/**
 * Calls that MiniStack does not support, by step. Such a step must succeed until the call, and fail
 * there.
 */
const MISSING_CALLS = new Map([
  ['copy a backup', /calling the StartCopyJob operation: No route for PUT \/copy-jobs/],
]);

const STAGE = 'trial';
const ACCOUNT = '111111111111';
/**
 * Divides the pauses of the steps, because MiniStack completes their jobs immediately. The
 * remaining pauses are as long as caches last.
 */
const PAUSE_SCALE = 15;
const MINUTES = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'aws-rehearsal-'));
const callsFile = join(folder, 'calls');
let ministack: Awaited<ReturnType<typeof startMinistack>>;
let mailnet: Mailnet;
let tools: AwsTools;

beforeAll(async () => {
  await buildFunctions();
  // MiniStack assumes this account for unsigned requests, and runs the CDK's functions without the
  // SDK that Lambda provides.
  ministack = await startMinistack({
    MINISTACK_ACCOUNT_ID: ACCOUNT,
    NODE_PATH: resolve('node_modules'),
  });
  const emulator = emulatorAt(ministack.endpoint);
  await waitForEmulator(emulator);
  mailnet = await startMailnet({ seed: 1, now: Date.now });
  const variables = {
    ...emulator.variables,
    AWS_ACCESS_KEY_ID: ACCOUNT,
    CDK_APP: 'node tests/ci/ministack/app.ts',
    PATH: `${resolve('.tamis/aws-cli/bin')}:${process.env['PATH']}`,
    TAMIS_AWS_CALLS: callsFile,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const servers = `127.0.0.1:${mailnet.dnsPort}`;
  const file = {
    kind: 'dev',
    account: ACCOUNT,
    region: emulator.variables['AWS_REGION'],
    backup: `arn:aws:backup:eu-central-1:${ACCOUNT}:backup-vault:tamis`,
    settings: { DNS_SERVERS: servers, PUBLIC_DNS_SERVERS: servers },
  };
  const config = createStageConfig(STAGE, file);
  refuseUnfitStage(config, []);
  const reach = (apiUrl: string) => apiUrlAtEmulator(ministack.endpoint, apiUrl);
  const toolsOf = createToolsFactory({ config, folder, file, callsFile, reach });
  const { signal } = new AbortController();
  const given = toolsOf({ signal, spend: () => undefined });
  const tableName = async () =>
    (await readDeployedStacks(config)).get(`Tamis-${STAGE}`)?.outputs['TableName'];
  tools = {
    ...given,
    deploy: async (...changes) => {
      const printed = await given.deploy(...changes);
      // MiniStack ignores this property of the template.
      await given.run(
        `aws dynamodb update-continuous-backups --table-name ${await tableName()} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true`,
      );
      return printed;
    },
    sleep: (ms) => sleep(ms === SECRET_CACHE_MS ? ms : ms / PAUSE_SCALE),
    // Nothing runs here after a pause, so the test does not wait for the time limit of functions.
    run: async (command) =>
      (await given.run(command)).replace(/(?<=end by )\S+Z/, (end) =>
        new Date(Date.parse(end) - LONGEST_RUN_SECONDS * 1000).toISOString(),
      ),
  };
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await ministack.stop();
  await mailnet.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each(STEPS)(
  '$name',
  async ({ name, run }) => {
    const outcome = await run(tools).then(() => 'completed', String);
    expect(outcome).toMatch(MISSING_CALLS.get(name) ?? /^completed$/);
  },
  60 * MINUTES,
);

it('every step that MiniStack cannot complete exists', () => {
  expect(STEPS.map(({ name }) => name)).toEqual(expect.arrayContaining([...MISSING_CALLS.keys()]));
});

it('the IAM actions of every call are known', () => {
  const lines = describeCalls(readFileSync(callsFile, 'utf8').trim().split('\n'));
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => line.includes('UNKNOWN'))).toEqual([]);
});
