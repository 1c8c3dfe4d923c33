import { fileURLToPath } from 'node:url';
import { App, Tags } from 'aws-cdk-lib';
import type { AppProps } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { bundleFolder } from './build.ts';
import { type StageConfig, configOf } from './config.ts';
import { EDGE_REGION } from './constructs/origin-secret.ts';
import { readContext } from './context.ts';
import { CoreStack } from './stacks/core-stack.ts';
import { EdgeStack } from './stacks/edge-stack.ts';
import { EgressStack } from './stacks/egress-stack.ts';
import { ObserveStack } from './stacks/observe-stack.ts';

/** Where the built parts lie. */
interface Built {
  readonly code: (bundle: string) => Code;
  /** Folder of the web app. */
  readonly site: string;
}

const built: Built = {
  code: (bundle) => Code.fromAsset(bundleFolder(bundle)),
  site: fileURLToPath(new URL('../dist/web', import.meta.url)),
};

/**
 * The stacks of one stage, ready to be synthesized; needs no account, but what the build makes. Its
 * context, from `props` or from `cdk -c name=value`, is `stage` and the values of context.ts.
 * @throws when a value is missing or wrong, or a bundle is not there
 */
export function defineApp(props: AppProps = {}, { code, site }: Built = built): App {
  const app = new App({
    analyticsReporting: false,
    ...props,
    context: { ...CURRENTLY_RECOMMENDED_FLAGS, ...props.context },
  });
  const valueOf = (name: string): unknown => app.node.tryGetContext(name);
  const config = configOf(String(valueOf('stage') ?? ''), readContext(valueOf));
  const { account } = config;
  const named = (part: string): string => `Tamis-${config.stage}${part}`;
  const common = { config, env: account?.env ?? {}, terminationProtection: config.keepsData };

  const egress =
    account?.egress === 'nat' ? new EgressStack(app, named('-Egress'), common) : undefined;
  const core = new CoreStack(app, named(''), {
    ...common,
    code,
    network: egress?.network,
    crossRegionReferences: account?.domain !== undefined,
  });
  if (account) new ObserveStack(app, named('-Observe'), { ...common, core });
  if (account?.domain)
    new EdgeStack(app, named('-Edge'), {
      ...common,
      env: { ...account.env, region: EDGE_REGION },
      crossRegionReferences: true,
      domain: account.domain,
      api: core.api.rest,
      buckets: core.buckets,
      site,
    });
  if (account) tag(app, config);
  return app;
}

function tag(app: App, { stage }: StageConfig): void {
  Tags.of(app).add('product', 'tamis');
  Tags.of(app).add('stage', stage);
}
