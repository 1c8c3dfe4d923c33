import { App, type AppProps, Tags } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { z } from 'zod';
import { suppressNagRules } from './nag-suppressions.ts';
import { SITE_FOLDER } from './build-site.ts';
import { bundleFolder } from './build.ts';
import {
  createStageConfig,
  EDGE_REGION,
  createLocalConfig,
  type StageConfig,
} from './stage/config.ts';
import { readStageFile } from './stage/stage-file.ts';
import { CoreStack } from './stacks/core-stack.ts';
import { EdgeStack } from './stacks/edge-stack.ts';
import { EgressStack } from './stacks/egress-stack.ts';
import { ObserveStack } from './stacks/observe-stack.ts';

interface BuildOutput {
  readonly code: (bundle: string) => Code;
  readonly site: string;
}

const buildOutput: BuildOutput = {
  code: (bundle) => Code.fromAsset(bundleFolder(bundle)),
  site: SITE_FOLDER,
};

/** Creates an app without stacks. Its context comes from `props` or from `cdk -c name=value`. */
export const createApp = (props: AppProps = {}): App =>
  new App({
    analyticsReporting: false,
    // Only development tools read the construct tree, which takes a tenth of a synthesis.
    treeMetadata: false,
    // Validation takes three quarters of a synthesis; synthesize.ts runs it for deployed templates.
    builtinCloudFormationValidation: false,
    ...props,
    context: {
      ...CURRENTLY_RECOMMENDED_FLAGS,
      // CloudFormation limits templates to 1 MB, a third of which would be indentation.
      '@aws-cdk/core:suppressTemplateIndentation': true,
      ...props.context,
    },
  });

/** Value of `-c settings=JSON`, for the stage `local` only; other stages have a file. */
const localSettings = z
  .string()
  .default('{}')
  .transform((json) => z.record(z.string(), z.string()).parse(JSON.parse(json)));

/** Reads the stage that `cdk -c stage=NAME` names. @throws {StageError} if it is invalid */
export function readAppConfig(app: App): StageConfig {
  const stageArg = String(app.node.tryGetContext('stage') ?? '');
  if (stageArg === 'local')
    return createLocalConfig(localSettings.parse(app.node.tryGetContext('settings')));
  const { stage, file } = readStageFile(stageArg);
  return createStageConfig(stage, file);
}

/** Defines the stacks of one stage. @throws {Error} if an asset was not built */
export function defineApp(
  config: StageConfig,
  props: AppProps = {},
  parts: BuildOutput = buildOutput,
): App {
  const app = createApp(props);
  addStacks(app, config, parts);
  return app;
}

/**
 * Adds the stacks of a stage. Requires the built assets, but no AWS account. The context `deployed`
 * lists the existing stacks, separated by commas; all other stacks get no termination protection.
 * Without this context, all stacks of a stage that keeps its data are protected.
 */
export function addStacks(
  app: App,
  config: StageConfig,
  { code, site }: BuildOutput = buildOutput,
): void {
  const { account } = config;
  const stackNameOf = (part: string): string => `Tamis-${config.stage}${part}`;
  const deployedContext: unknown = app.node.tryGetContext('deployed');
  const isNew = (name: string): boolean =>
    deployedContext !== undefined && !String(deployedContext).split(',').includes(name);
  const commonProps = (part: string) => ({
    config,
    env: account?.env ?? {},
    terminationProtection: config.keepsData && !isNew(stackNameOf(part)),
  });

  const egress =
    account?.egress.kind === 'hosts'
      ? new EgressStack(app, stackNameOf('-Egress'), commonProps('-Egress'))
      : undefined;
  const { core } = new CoreStack(app, stackNameOf(''), {
    ...commonProps(''),
    code,
    network: egress?.network,
    crossRegionReferences: account?.domain !== undefined,
  });
  if (account) new ObserveStack(app, stackNameOf('-Observe'), { ...commonProps('-Observe'), core });
  if (account?.domain)
    new EdgeStack(app, stackNameOf('-Edge'), {
      ...commonProps('-Edge'),
      env: { ...account.env, region: EDGE_REGION },
      crossRegionReferences: true,
      domain: account.domain,
      api: core.api.rest,
      buckets: core.buckets,
      site,
    });
  if (account) {
    tag(app, config);
    suppressNagRules(app);
  }
}

function tag(app: App, { stage }: StageConfig): void {
  Tags.of(app).add('product', 'tamis');
  Tags.of(app).add('stage', stage);
}
