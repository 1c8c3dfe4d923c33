import { App } from 'aws-cdk-lib';
import type { AppProps } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { bundleFolder } from './build.ts';
import { configOf } from './config.ts';
import { CoreStack } from './stacks/core-stack.ts';

/**
 * The stacks of one stage, ready to be synthesized; needs no account, but the bundles of build.ts.
 * Its context, from `props` or from `cdk -c name=value`, is:
 * - `stage`: local, dev or prod;
 * - `settings`: settings of functions to lay over the stage's own, as an object or its JSON.
 * @throws when the stage is missing or unknown, or a bundle is not there
 */
export function defineApp(props: AppProps = {}): App {
  const app = new App({
    analyticsReporting: false,
    ...props,
    context: { ...CURRENTLY_RECOMMENDED_FLAGS, ...props.context },
  });
  const config = configOf(
    String(app.node.tryGetContext('stage') ?? ''),
    readSettings(app.node.tryGetContext('settings')),
  );
  new CoreStack(app, `Tamis-${config.stage}`, { config, code: built });
  return app;
}

const built = (bundle: string): Code => Code.fromAsset(bundleFolder(bundle));

function readSettings(given: unknown): Record<string, string> {
  const settings: unknown = typeof given === 'string' ? JSON.parse(given) : (given ?? {});
  return Object.fromEntries(
    Object.entries(settings as object).map(([name, value]) => [name, String(value)]),
  );
}
