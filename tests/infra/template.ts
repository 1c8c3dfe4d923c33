import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { type Stage, configOf } from '../../infra/config.ts';
import { CoreStack } from '../../infra/stacks/core-stack.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  readonly DependsOn?: readonly string[];
}

const made = new Map<Stage, Template>();

/** The core stack of a stage, its code replaced by one line so that nothing has to be built. */
export function templateOf(stage: Stage): Template {
  const known = made.get(stage);
  if (known !== undefined) return known;
  const app = new App({ context: CURRENTLY_RECOMMENDED_FLAGS, analyticsReporting: false });
  const stack = new CoreStack(app, `Tamis-${stage}`, {
    config: configOf(stage),
    code: () => Code.fromInline('export {}'),
  });
  const template = Template.fromStack(stack);
  made.set(stage, template);
  return template;
}

/** The resources of a type, by logical id. */
export const resourcesOf = (stage: Stage, type: string): Record<string, Resource> =>
  templateOf(stage).findResources(type) as Record<string, Resource>;
