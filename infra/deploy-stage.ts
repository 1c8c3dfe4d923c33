import type { StageConfig } from './config.ts';
import { type DeployedStack, regionsOf, wasMade } from './deployed.ts';

interface DeployDeps {
  /** Runs the CDK to its end, on this terminal. @throws when it fails */
  readonly cdk: (...args: readonly string[]) => void;
  /** What the account holds of the stage. */
  readonly stacks: () => Promise<ReadonlyMap<string, DeployedStack>>;
  /** Whether somebody agrees. */
  readonly agree: () => Promise<boolean>;
  readonly say: (line: string) => void;
}

interface DeployOptions {
  readonly config: StageConfig;
  /** As the CDK is told: the name of the stage, or the path of its file. */
  readonly named: string;
  /** For templates and assets, so that what is deployed is what was shown. */
  readonly folder: string;
  /** Further options of `cdk deploy`. */
  readonly options: readonly string[];
}

/**
 * Shows what a deployment would change, asks, and deploys every stack.
 * @returns false when nobody agreed
 */
export async function deployStage(
  { cdk, stacks, agree, say }: DeployDeps,
  { config, named, folder, options }: DeployOptions,
): Promise<boolean> {
  const context = `--context=stage=${named}`;
  const synthesize = (made: readonly string[]): void =>
    cdk('synth', '--quiet', context, `--context=deployed=${made.join()}`, `--output=${folder}`);
  const deploy = (): void =>
    cdk('deploy', '--all', '--require-approval=never', `--app=${folder}`, ...options);

  const before = await stacks();
  const made = madeOf(before);
  synthesize(made);
  if (made.length > 0) cdk('diff', `--app=${folder}`);
  for (const line of changedValues(config, before)) say(line);
  if (!(await agree())) return false;
  cdk('bootstrap', ...placesOf(config), context);
  deploy();
  const later = madeOf(await stacks());
  if (config.keepsData && later.some((name) => !made.includes(name))) {
    say('Protecting what is new.');
    synthesize(later);
    deploy();
  }
  return true;
}

const madeOf = (stacks: ReadonlyMap<string, DeployedStack>): string[] =>
  [...stacks].filter(([, stack]) => wasMade(stack)).map(([name]) => name);

/** The account's regions, as `cdk bootstrap` takes them; without an account, those of the shell. */
const placesOf = (config: StageConfig): string[] => {
  const { account } = config.account?.env ?? {};
  return account ? regionsOf(config).map((region) => `aws://${account}/${region}`) : [];
};

/** A line for each value of the file that is another than at the last deployment. */
function changedValues(
  { stage, account }: StageConfig,
  stacks: ReadonlyMap<string, DeployedStack>,
): string[] {
  const deployed = stacks.get(`Tamis-${stage}`)?.outputs['Stage'];
  if (deployed === undefined) return [`The stage ${stage} has not been deployed yet.`];
  const was = JSON.parse(deployed) as Record<string, unknown>;
  const is: Record<string, unknown> = { ...account?.file };
  return Object.keys({ ...was, ...is })
    .filter((name) => shown(was[name]) !== shown(is[name]))
    .map((name) => `${name}: ${shown(was[name])} becomes ${shown(is[name])}`);
}

const shown = (value: unknown): string => JSON.stringify(value) ?? 'absent';
