import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { concurrencyProblem } from './concurrency.ts';
import { configOf, type StageConfig } from './config.ts';
import { EDGE_REGION } from './constructs/origin-secret.ts';
import { IncompleteError, readContext } from './context.ts';

/**
 * `npm run deploy -- -c stage=NAME -c name=value …`: checks the values and the account, prepares
 * the regions for the CDK, and deploys every stack. Other options go to `cdk deploy`.
 */

const CDK = fileURLToPath(new URL('../node_modules/aws-cdk/bin/cdk', import.meta.url));
const given = process.argv.slice(2);
const contexts = contextsGiven();

try {
  const config = configGiven();
  await checkAccount(config);
  const { env, domain } = config.account ?? {};
  const regions = new Set([env?.region ?? [], domain ? EDGE_REGION : []].flat());
  const places = env?.account ? [...regions].map((region) => `aws://${env.account}/${region}`) : [];
  cdk('bootstrap', ...places, ...contexts.flatMap((each) => ['--context', each]));
  cdk('deploy', '--all', '--require-approval=broadening', ...given);
} catch (error) {
  if (!(error instanceof IncompleteError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function configGiven(): StageConfig {
  const context = new Map(
    contexts.map((each) => {
      const [name = '', ...value] = each.split('=');
      return [name, value.join('=')];
    }),
  );
  const config = configOf(
    context.get('stage') ?? '',
    readContext((name) => context.get(name)),
  );
  if (config.account === undefined)
    throw new IncompleteError('The stage local is deployed by npm run localstack:deploy.');
  return config;
}

function contextsGiven(): string[] {
  const { values } = parseArgs({
    args: given,
    options: { context: { type: 'string', short: 'c', multiple: true } },
    strict: false,
  });
  return (values.context ?? []).filter((value) => typeof value === 'string');
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
