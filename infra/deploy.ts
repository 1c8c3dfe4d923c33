import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { concurrencyProblem } from './concurrency.ts';
import { configOf, type StageConfig } from './config.ts';
import { EDGE_REGION } from './constructs/origin-secret.ts';
import { IncompleteError, readStage } from './stage-file.ts';

/**
 * `npm run deploy -- NAME`: checks the file of the stage and the account, prepares the regions for
 * the CDK, and deploys every stack. Other options go to `cdk deploy`.
 */

const CDK = fileURLToPath(new URL('../node_modules/aws-cdk/bin/cdk', import.meta.url));
const [named = '', ...given] = process.argv.slice(2);

try {
  const config = configGiven();
  await checkAccount(config);
  const { env, domain } = config.account ?? {};
  const regions = new Set([env?.region ?? [], domain ? EDGE_REGION : []].flat());
  const places = env?.account ? [...regions].map((region) => `aws://${env.account}/${region}`) : [];
  const context = `--context=stage=${named}`;
  cdk('bootstrap', ...places, context);
  cdk('deploy', '--all', '--require-approval=broadening', context, ...given);
} catch (error) {
  if (!(error instanceof IncompleteError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function configGiven(): StageConfig {
  if (named === 'local')
    throw new IncompleteError('The stage local is deployed by npm run localstack:deploy.');
  const { stage, file } = readStage(named);
  return configOf(stage, file);
}

/** @throws {IncompleteError} when a deployment would fail half-way for lack of concurrency */
async function checkAccount(config: StageConfig): Promise<void> {
  const region = config.account?.env.region;
  const lambda = new LambdaClient({ ...(region && { region }) });
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand());
  const problem = concurrencyProblem(config, AccountLimit?.ConcurrentExecutions ?? 0);
  if (problem === undefined) return;
  if (config.reservesConcurrency) throw new IncompleteError(problem);
  console.warn(`${problem} Until then lists are slow, and a few addresses may end as unknown.`);
}

/** Runs the CDK to its end, on this terminal. */
function cdk(...args: string[]): void {
  const { status } = spawnSync(process.execPath, [CDK, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
