import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Stack } from 'aws-cdk-lib';
import { DISABLE_CREATION_STACK_TRACES } from 'aws-cdk-lib/cx-api';
import type { App } from 'aws-cdk-lib';
import {
  createStageConfig,
  createLocalConfig,
  type StageConfig,
} from '../../infra/stage/config.ts';
import { defineApp } from '../../infra/define-app.ts';
import { createPublicDocument } from '../../shared/contract/openapi/public-document.ts';
import { STATIC_PAGE_FOLDERS } from '../../infra/edge/public-files.ts';
import { PRODUCTION_CONFIG } from './production.ts';

export interface TemplateResource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  readonly DependsOn?: readonly string[];
  readonly DeletionPolicy?: string;
}

export const STAGES = ['local', 'dev', 'prod'] as const;
type Stage = (typeof STAGES)[number];

const FILES = { prod: PRODUCTION_CONFIG, dev: { kind: 'dev' } };

const SITE = mkdtempSync(join(tmpdir(), 'tamis-site-'));
for (const folder of ['assets', ...STATIC_PAGE_FOLDERS]) mkdirSync(join(SITE, folder));
const staticPages = STATIC_PAGE_FOLDERS.flatMap((folder) =>
  ['index', 'en', 'fr'].map((name) => `${folder}/${name}.html`),
);
mkdirSync(join(SITE, 'docs/reference'));
for (const page of ['index.html', 'docs/reference/index.html', ...staticPages])
  writeFileSync(
    join(SITE, page),
    '<meta property="og:type" content="website" /><script>document.title = 1</script>',
  );
writeFileSync(join(SITE, 'docs/openapi.json'), JSON.stringify(createPublicDocument('')));

/** Creates the CDK app of a stage, with a line of placeholder code for each function. */
export const createStageApp = (stage: Stage, file?: unknown, context = {}): App =>
  define(
    stage === 'local' ? createLocalConfig() : createStageConfig(stage, file ?? FILES[stage]),
    context,
  );

/** Returns the template of the stage `local` with these settings. */
export const synthesizeLocalStage = (settings: Readonly<Record<string, string>>): unknown => {
  const stack = define(createLocalConfig(settings)).node.children.find(Stack.isStack);
  if (stack === undefined) throw new Error('The stage local has no stack');
  return Template.fromStack(stack).toJSON();
};

/** Creates the CDK app of production as `cdk deploy` does, but with placeholders for the code. */
export const createDeployableApp = (file: unknown): App =>
  defineApp(
    createStageConfig('prod', file),
    {
      stackTraces: false,
      context: { ...NO_STACK_TRACES, 'aws:cdk:enable-path-metadata': true },
    },
    { code: () => Code.fromAsset(SITE, { assetHash: '0'.repeat(64) }), site: SITE },
  );

/** Omits the stack trace of each construct, which takes a quarter of the time of a synthesis. */
const NO_STACK_TRACES = { [DISABLE_CREATION_STACK_TRACES]: true };

const define = (config: StageConfig, context: Readonly<Record<string, string>> = {}): App =>
  defineApp(
    config,
    { stackTraces: false, context: { ...NO_STACK_TRACES, ...context } },
    { code: () => Code.fromInline('export {}'), site: SITE },
  );

const cache = new Map<string, Record<string, Template>>();

/** Returns the templates of a stage by stack name, cached by arguments. */
export function synthesizeTemplates(
  stage: Stage,
  file: unknown = stage === 'local' ? undefined : FILES[stage],
): Record<string, Template> {
  const key = JSON.stringify([stage, file]);
  const known = cache.get(key);
  if (known) return known;
  const app = createStageApp(stage, file);
  const stacks = app.node.children.filter((child) => child instanceof Stack);
  const templates = Object.fromEntries(
    stacks.map((stack) => [stack.stackName, Template.fromStack(stack)]),
  );
  cache.set(key, templates);
  return templates;
}

/** Returns the template of one of a stage's stacks. @param part suffix of the stack's name */
export function synthesizeTemplate(stage: Stage, part = ''): Template {
  const templates = synthesizeTemplates(stage);
  const template = templates[`Tamis-${stage}${part}`];
  if (template === undefined) throw new Error(`${stage} has no stack ${part}`);
  return template;
}

/** Logical ids of CDK's functions: one empties the buckets of a trial stage, one calls the engine. */
const CDK_RESOURCE = /^(CustomS3AutoDelete|AWSCDKTrigger)/;

/** Returns the resources of a type in a stack by logical id, except the CDK's own resources. */
export const findResources = (
  stage: Stage,
  type: string,
  part = '',
): Record<string, TemplateResource> =>
  Object.fromEntries(
    Object.entries(synthesizeTemplate(stage, part).findResources(type)).filter(
      ([id]) => !CDK_RESOURCE.test(id),
    ),
  ) as Record<string, TemplateResource>;

/** Returns the functions whose role contains a text, sorted, by logical id without hash. */
export function functionsWithRole(core: Template | undefined, part: string): string[] {
  const roles = Object.entries(core?.findResources('AWS::IAM::Role') ?? {});
  const found = roles.flatMap(([id, role]) => (JSON.stringify(role).includes(part) ? [id] : []));
  return Object.entries(core?.findResources('AWS::Lambda::Function') ?? {})
    .filter(([, spec]) =>
      found.some((role) => JSON.stringify(spec['Properties']).includes(`"${role}"`)),
    )
    .map(([id]) => id.slice(0, -8))
    .toSorted();
}
