import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { concurrencyProblem } from './features/concurrency.ts';
import { configOf, type StageConfig } from './stage/config.ts';
import { checkCredentials, type DeployedStack, regionOf, stacksOf } from './stage/deployed.ts';
import { deployStage } from './deploy-stage.ts';
import { originSecretName } from './constructs/origin-secret.ts';
import { originVersions } from './origin-versions.ts';
import { getAvailableConcurrency } from './prerequisites/account.ts';
import { checkPrerequisites } from './prerequisites/index.ts';
import { readServiceKey } from './prerequisites/service-key.ts';
import { checkEgressOf } from './stage/stage-environment.ts';
import { IncompleteError, readStage, rejectExampleValues } from './stage/stage-file.ts';

/**
 * `npm run deploy -- NAME [--yes]`: validates the file of the stage and the account, shows the
 * changes, asks, deploys every stack, and runs the smoke test and the egress check. Other options
 * are passed to `cdk deploy`. Without a terminal, `--yes` is required. `--rotate-origin` gives
 * CloudFront a new secret for the API. `--check` only lists what a person must still do before the
 * first day.
 */

const CDK = fileURLToPath(new URL('../node_modules/aws-cdk/bin/cdk', import.meta.url));
const SMOKE = fileURLToPath(new URL('smoke/cli.ts', import.meta.url));
const [stageArg = '', ...cliArgs] = process.argv.slice(2);
const ROTATE = '--rotate-origin';

try {
  const config = readConfig();
  if (cliArgs.includes('--check'))
    process.exitCode = (await checkPrerequisites(config, console.log)) ? 0 : 1;
  else await deploy(config);
} catch (error) {
  if (!(error instanceof IncompleteError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function deploy(config: StageConfig): Promise<void> {
  if (!cliArgs.includes('--yes') && !process.stdin.isTTY)
    throw new IncompleteError('There is no terminal to ask whether to deploy: add --yes.');
  await checkAccount(config);
  const folder = mkdtempSync(join(tmpdir(), 'tamis-deploy-'));
  const stacks = () => stacksOf(config);
  const deps = {
    cdk,
    stacks,
    origin: originOf(config),
    smoke: smokeOf(config),
    egress: () => checkEgressOf(stageArg),
    confirm,
    print: console.log,
  };
  const options = cliArgs.filter((option) => option !== '--yes' && option !== ROTATE);
  try {
    if (!(await deployStage(deps, { config, stageArg, folder, options })))
      console.log('Nothing was deployed.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readConfig(): StageConfig {
  if (stageArg === 'local')
    throw new IncompleteError('The stage local is deployed by npm run localstack:deploy.');
  const { stage, file } = readStage(stageArg);
  const config = configOf(stage, file);
  if (config.account) rejectExampleValues(stage, config.account.file);
  return config;
}

/** @throws {IncompleteError} if the account is another one, or a deployment would fail halfway */
async function checkAccount(config: StageConfig): Promise<void> {
  await checkCredentials(config);
  const available = await getAvailableConcurrency({ config, stacks: await stacksOf(config) });
  const problem = concurrencyProblem(config, available);
  if (problem === undefined) return;
  if (config.reservesConcurrency) throw new IncompleteError(problem);
  console.warn(`${problem} Until then lists are slow, and a few addresses may end as unknown.`);
}

function originOf(config: StageConfig) {
  const secrets = new SecretsManagerClient(regionOf(config));
  const rotate = cliArgs.includes(ROTATE);
  return async (shown: string | undefined): Promise<string[]> =>
    config.account?.domain
      ? originVersions(secrets, { name: originSecretName(config), shown, rotate })
      : [];
}

/** Runs the smoke test with the test key in the stage's secret. */
function smokeOf(config: StageConfig) {
  return async (stacks: ReadonlyMap<string, DeployedStack>): Promise<void> => {
    const { secret, key } = await readServiceKey({ config, stacks });
    if (key === undefined)
      return console.warn(`Nobody has tried this stage: ${secret ?? 'it'} holds no test key.`);
    const args = ['--url', `https://${config.account?.domain}`];
    if (!runNode(SMOKE, args, { ...process.env, TAMIS_API_KEY: key }))
      throw new IncompleteError('The smoke test failed, see above.');
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
  if (runNode(CDK, args)) return;
  throw new IncompleteError(
    `cdk ${args[0]} failed, see above. What to do is in docs/deploying.md, "A deployment fails".`,
  );
}

/** Runs a program in this terminal; returns whether it succeeded. */
function runNode(file: string, args: readonly string[], env = process.env): boolean {
  return spawnSync(process.execPath, [file, ...args], { stdio: 'inherit', env }).status === 0;
}
