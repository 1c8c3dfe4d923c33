import { LambdaDeploymentConfig } from 'aws-cdk-lib/aws-codedeploy';
import { z } from 'zod';
import { originVersionOutputName } from './constructs/origin-secret.ts';
import type { EngineAlias } from './engine-alias.ts';
import { escapeToAscii } from './stage/ascii-json.ts';
import type { StageConfig } from './stage/config.ts';
import { type DeployedStack, regionsOf, wasEverCreated } from './stage/deployed-stacks.ts';
import { writeTemplates } from './release.ts';
import { StageError } from './stage/stage-file.ts';

interface DeployDeps {
  /** Runs the CDK in this terminal. @throws if it fails */
  readonly cdk: (...args: readonly string[]) => void;
  readonly stacks: () => Promise<Stacks>;
  /**
   * Versions of the secret that CloudFront and the API should use (origin-versions.ts).
   * @param shown the version that CloudFront sends now
   */
  readonly origin: (shown: string | undefined) => Promise<readonly string[]>;
  /** Returns the engine's alias, unless the stage has none yet (engine-alias.ts). */
  readonly engineAlias: (core: DeployedStack) => Promise<EngineAlias | undefined>;
  readonly moveEngineAlias: (alias: EngineAlias, version: string) => Promise<void>;
  /** Pauses a paused stage again. Returns whether it was paused. */
  readonly keepPaused: () => Promise<boolean>;
  /** Runs the smoke test. @throws if a step fails */
  readonly smoke: (stacks: Stacks) => Promise<void>;
  /** Checks the egress addresses, and returns one line for each. @throws if it cannot run */
  readonly egress: () => Promise<readonly string[]>;
  readonly confirm: () => Promise<boolean>;
  readonly print: (line: string) => void;
}

interface DeployOptions {
  readonly config: StageConfig;
  /** Name of the stage, or the path of its file. */
  readonly stageArg: string;
  /** Folder of templates and assets, so that exactly what the operator confirmed is deployed. */
  readonly folder: string;
  readonly options: readonly string[];
  /**
   * Whether a new version of the engine gets all calls immediately (constructs/workers.ts), even if
   * an operator moved the alias.
   */
  readonly atOnce: boolean;
}

/**
 * Shows the changes of a deployment, asks for confirmation, deploys every stack, and runs the smoke
 * test and the egress check. If a step fails, existing stacks are rolled back to their previous
 * templates.
 * @returns false if the operator did not confirm
 * @throws if the deployment failed, even if the rollback succeeded
 */
export async function deployStage(
  deps: DeployDeps,
  { config, stageArg, folder, options, atOnce }: DeployOptions,
): Promise<boolean> {
  const { cdk, stacks, origin, keepPaused, smoke, egress, confirm, print } = deps;
  const context = `--context=stage=${stageArg}`;
  const before = await stacks();
  const movedAlias = await findMovedAlias(deps, before.get(`Tamis-${config.stage}`));
  if (movedAlias && !atOnce) throw new StageError(describeMovedAlias(movedAlias));
  const shown = before.get(`Tamis-${config.stage}-Edge`)?.outputs[originVersionOutputName(config)];
  const versions = (await origin(shown)).join();
  const contexts = [
    context,
    ...(versions ? [`--context=origin=${versions}`] : []),
    ...(atOnce ? ['--context=now=1'] : []),
  ];
  const synthesize = (made: readonly string[]): void =>
    cdk('synth', '--quiet', ...contexts, `--context=deployed=${made.join()}`, `--output=${folder}`);
  const assemblyArgs = ['--require-approval=never', `--app=${folder}`];
  const deploy = (...more: readonly string[]): void =>
    cdk('deploy', '--all', ...assemblyArgs, ...options, ...more);

  const existingStacks = createdStackNames(before);
  synthesize(existingStacks);
  if (existingStacks.length > 0) cdk('diff', `--app=${folder}`);
  for (const line of changedValues(config, before)) print(line);
  if (!(await confirm())) return false;
  const templates = await templatesOf(before);
  const unasked = (error: unknown): string[] => {
    print(
      `The egress check could not run before the deployment, so its result will not be compared: ${String(error)}`,
    );
    return [];
  };
  const egressBefore = existingStacks.length > 0 ? await egress().catch(unasked) : [];
  cdk('bootstrap', ...bootstrapEnvironments(config), context);
  if (movedAlias) {
    print(`The engine's alias returns to version ${movedAlias.stackVersion} until the release.`);
    await deps.moveEngineAlias(movedAlias, movedAlias.stackVersion);
  }
  try {
    deploy();
    const now = await stacks();
    const createdStacks = createdStackNames(now);
    if (config.keepsData && createdStacks.some((name) => !existingStacks.includes(name))) {
      print('Enabling termination protection for the new stacks.');
      synthesize(createdStacks);
      deploy();
    }
    if (publishedOutputsChanged(before, now)) {
      print('Outputs that other stacks read have changed: deploying those stacks again.');
      deploy('--force');
    }
    if (await keepPaused()) print('The stage is paused, so the smoke test did not run.');
    else await smoke(now);
    await assertEgressOpen(egress, namesOf(egressBefore, 'open'));
  } catch (error) {
    if (templates.size === 0) throw error;
    print('The release failed. Rolling the stacks back to the previous version.');
    for (const name of writeTemplates(folder, shiftAtOnce(templates)))
      cdk('deploy', name, '--exclusively', '--force', ...assemblyArgs);
    print('The previous version is deployed again.');
    if (movedAlias) await deps.moveEngineAlias(movedAlias, movedAlias.liveVersion);
    throw error;
  }
  return true;
}

/** Returns the engine's alias if an operator moved it since the last deployment. */
async function findMovedAlias(
  { engineAlias }: DeployDeps,
  core: DeployedStack | undefined,
): Promise<EngineAlias | undefined> {
  const alias = core && wasEverCreated(core) ? await engineAlias(core) : undefined;
  return alias?.liveVersion === alias?.stackVersion ? undefined : alias;
}

/**
 * CodeDeploy refuses to move an alias unless its version is the one that CloudFormation knows:
 * https://github.com/aws/serverless-application-model/issues/291
 */
const describeMovedAlias = ({ aliasName, liveVersion, stackVersion }: EngineAlias): string =>
  `The engine's alias ${aliasName} was moved to version ${liveVersion}, but the stack has version ` +
  `${stackVersion}, so CodeDeploy would refuse the release. Deploy with --now: the alias returns ` +
  `to version ${stackVersion} just before, and the new version gets all calls at once.`;

const deploymentGroup = z.looseObject({
  Type: z.literal('AWS::CodeDeploy::DeploymentGroup'),
  Properties: z.looseObject({ AlarmConfiguration: z.looseObject({}) }),
});
const stackTemplate = z.looseObject({ Resources: z.record(z.string(), z.unknown()) });

/**
 * Changes templates so that their versions of the engine get all calls immediately, regardless of
 * the alarms. During a rollback, the failed version must not get nine of ten calls for ten minutes,
 * and its alarms must not stop the rollback.
 */
const shiftAtOnce = (templates: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...templates].map(([name, text]) => [name, shiftTemplateAtOnce(text)]));

function shiftTemplateAtOnce(text: string): string {
  const { Resources, ...rest } = stackTemplate.parse(JSON.parse(text));
  const changed = Object.entries(Resources).map(([id, resource]) => {
    const { data: group } = deploymentGroup.safeParse(resource);
    if (group === undefined) return [id, resource] as const;
    const Properties = {
      ...group.Properties,
      DeploymentConfigName: LambdaDeploymentConfig.ALL_AT_ONCE.deploymentConfigName,
      AlarmConfiguration: { ...group.Properties.AlarmConfiguration, Enabled: false },
    };
    return [id, { ...group, Properties }] as const;
  });
  return escapeToAscii(JSON.stringify({ ...rest, Resources: Object.fromEntries(changed) }));
}

/** Fails if an address that was open before and still exists is shut in two consecutive checks. */
async function assertEgressOpen(
  egress: DeployDeps['egress'],
  wasOpen: readonly string[],
): Promise<void> {
  let shut = wasOpen;
  for (let checks = 0; checks < 2 && shut.length > 0; checks += 1) {
    const now = new Set(namesOf(await egress(), 'shut'));
    shut = shut.filter((name) => now.has(name));
  }
  if (shut.length > 0)
    throw new StageError(`Mail servers no longer respond to ${shut.join(', ')}.`);
}

const namesOf = (lines: readonly string[], state: 'open' | 'shut'): string[] =>
  lines.map((line) => line.split(' ')).flatMap(([name = '', is]) => (is === state ? [name] : []));

async function templatesOf(stacks: Stacks): Promise<ReadonlyMap<string, string>> {
  const found = [...stacks].filter(([, stack]) => wasEverCreated(stack));
  return new Map(
    await Promise.all(found.map(async ([name, { template }]) => [name, await template()] as const)),
  );
}

type Stacks = ReadonlyMap<string, DeployedStack>;

/**
 * Whether an output that another stack reads has changed. The CDK would not update the other stack,
 * because its template is unchanged (`Fn::GetStackOutput`).
 */
const publishedOutputsChanged = (before: Stacks, now: Stacks): boolean =>
  [...before].some(([name, { outputs }]) =>
    Object.entries(outputs).some(
      ([key, was]) => key.startsWith('Publish') && (now.get(name)?.outputs[key] ?? was) !== was,
    ),
  );

const createdStackNames = (stacks: Stacks): string[] =>
  [...stacks].filter(([, stack]) => wasEverCreated(stack)).map(([name]) => name);

/** Environments for `cdk bootstrap`. Without an account, the CDK uses the shell's credentials. */
const bootstrapEnvironments = (config: StageConfig): string[] => {
  const { account } = config.account?.env ?? {};
  return account ? regionsOf(config).map((region) => `aws://${account}/${region}`) : [];
};

/** Lists each value of the stage's file that differs from the last deployment, one per line. */
function changedValues({ stage, account }: StageConfig, stacks: Stacks): string[] {
  const deployed = stacks.get(`Tamis-${stage}`)?.outputs['Stage'];
  if (deployed === undefined) return [`The stage ${stage} has not been deployed yet.`];
  const deployedValues = JSON.parse(deployed) as Record<string, unknown>;
  const currentValues: Record<string, unknown> = { ...account?.file };
  return Object.keys({ ...deployedValues, ...currentValues })
    .filter((name) => asText(deployedValues[name]) !== asText(currentValues[name]))
    .map(
      (name) => `${name}: ${asText(deployedValues[name])} becomes ${asText(currentValues[name])}`,
    );
}

const asText = (value: unknown): string => JSON.stringify(value) ?? 'absent';
