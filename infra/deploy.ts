import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { describeConcurrencyShortage } from './features/concurrency.ts';
import { createStageConfig, type StageConfig } from './stage/config.ts';
import {
  checkCredentials,
  type DeployedStack,
  clientConfigFor,
  readDeployedStacks,
} from './stage/deployed-stacks.ts';
import { deployStage } from './deploy-stage.ts';
import { type EngineAlias, moveEngineAlias, readEngineAlias } from './engine-alias.ts';
import { originSecretName } from './constructs/origin-secret.ts';
import { prepareOriginVersions } from './origin-versions.ts';
import { getAvailableConcurrency } from './prerequisites/account.ts';
import { checkPrerequisites } from './prerequisites/index.ts';
import { readServiceKey } from './prerequisites/service-key.ts';
import { pauseStage, readPause } from './pause-stage.ts';
import { checkStageEgress } from './stage/stage-environment.ts';
import { StageError, readStageFile, rejectExampleValues } from './stage/stage-file.ts';

/**
 * `npm run deploy -- NAME [--yes]`: validates the stage's file and account, shows the changes, asks
 * for confirmation, deploys every stack, and runs the smoke test and the egress check. Passes other
 * options to `cdk deploy`. Without a terminal, `--yes` is required. `--now` gives a new version of
 * the engine all calls immediately, and first resets an alias that was moved manually.
 * `--rotate-origin` gives CloudFront a new secret for the API. `--check` only lists the manual
 * steps that remain before launch.
 */

const CDK_FILE = fileURLToPath(new URL('../node_modules/aws-cdk/bin/cdk', import.meta.url));
const SMOKE_TEST_FILE = fileURLToPath(new URL('smoke/cli.ts', import.meta.url));
const [stageArg = '', ...cliArgs] = process.argv.slice(2);
const ROTATE_OPTION = '--rotate-origin';
const NOW_OPTION = '--now';
const OWN_OPTIONS = new Set(['--yes', ROTATE_OPTION, NOW_OPTION]);

try {
  const config = readConfig();
  if (cliArgs.includes('--check'))
    process.exitCode = (await checkPrerequisites(config, console.log)) ? 0 : 1;
  else await deploy(config);
} catch (error) {
  if (!(error instanceof StageError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function deploy(config: StageConfig): Promise<void> {
  if (!cliArgs.includes('--yes') && !process.stdin.isTTY)
    throw new StageError('There is no terminal to ask for confirmation: add --yes.');
  await checkAccount(config);
  const folder = mkdtempSync(join(tmpdir(), 'tamis-deploy-'));
  const stacks = () => readDeployedStacks(config);
  const deps = {
    cdk,
    stacks,
    origin: originOf(config),
    engineAlias: (core: DeployedStack) => readEngineAlias(config, core),
    moveEngineAlias: (alias: EngineAlias, version: string) =>
      moveEngineAlias(config, alias, version),
    keepPaused: () => keepPaused(config),
    smoke: smokeOf(config),
    egress: () => checkStageEgress(stageArg),
    confirm,
    print: console.log,
  };
  const options = cliArgs.filter((option) => !OWN_OPTIONS.has(option));
  try {
    if (
      !(await deployStage(deps, {
        config,
        stageArg,
        folder,
        options,
        atOnce: cliArgs.includes(NOW_OPTION),
      }))
    )
      console.log('Nothing was deployed.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readConfig(): StageConfig {
  if (stageArg === 'local')
    throw new StageError('The stage local is deployed by npm run localstack:deploy.');
  const { stage, file } = readStageFile(stageArg);
  const config = createStageConfig(stage, file);
  if (config.account) rejectExampleValues(stage, config.account.file);
  return config;
}

/**
 * Warns if the account's concurrency limit is too low for the stage.
 * @throws {StageError} if the credentials belong to another account, or the stage reserves
 * concurrency and the limit is too low
 */
async function checkAccount(config: StageConfig): Promise<void> {
  await checkCredentials(config);
  const available = await getAvailableConcurrency({
    config,
    stacks: await readDeployedStacks(config),
  });
  const problem = describeConcurrencyShortage(config, available);
  if (problem === undefined) return;
  if (config.reservesConcurrency) throw new StageError(problem);
  console.warn(`${problem} Until the limit is raised, lists are slow.`);
}

function originOf(config: StageConfig) {
  const secrets = new SecretsManagerClient(clientConfigFor(config));
  const rotate = cliArgs.includes(ROTATE_OPTION);
  return async (shown: string | undefined): Promise<string[]> =>
    config.account?.domain
      ? prepareOriginVersions(secrets, { name: originSecretName(config), shown, rotate })
      : [];
}

/**
 * Pauses a paused stage again, because a deployment may have changed the firewall, or turned on a
 * source that it added or changed.
 */
async function keepPaused(config: StageConfig): Promise<boolean> {
  const isPaused = (await readPause(config)).length > 0;
  if (isPaused) await pauseStage(config, console.log);
  return isPaused;
}

function smokeOf(config: StageConfig) {
  return async (stacks: ReadonlyMap<string, DeployedStack>): Promise<void> => {
    const { secret, key } = await readServiceKey({ config, stacks });
    if (key === undefined)
      return console.warn(`The smoke test did not run: ${secret ?? 'the stage'} has no test key.`);
    const args = ['--url', `https://${config.account?.domain}`];
    if (!runNode(SMOKE_TEST_FILE, args, { ...process.env, TAMIS_API_KEY: key }))
      throw new StageError('The smoke test failed, see above.');
  };
}

async function confirm(): Promise<boolean> {
  if (cliArgs.includes('--yes')) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Deploy this? [y/N] ');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

function cdk(...args: readonly string[]): void {
  if (runNode(CDK_FILE, args)) return;
  throw new StageError(
    `cdk ${args[0]} failed, see above. See docs/operators/deploying.md, "A deployment fails".`,
  );
}

function runNode(file: string, args: readonly string[], env = process.env): boolean {
  return spawnSync(process.execPath, [file, ...args], { stdio: 'inherit', env }).status === 0;
}
