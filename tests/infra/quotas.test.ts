import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { routeNames } from '../../infra/features/index.ts';
import type { Grant } from '../../infra/features/feature.ts';
import { countResources, measureStacks, measureTemplates } from '../sizes/measure-sizes.ts';
import { findChangedSizes } from '../sizes/recorded-sizes.ts';
import { LARGEST_CONFIG } from './production.ts';
import { synthesizeTemplates } from './template.ts';

/**
 * Tests that the stacks stay within AWS limits for stacks and roles, with room for future routes.
 */

const template = z.object({
  Resources: z.record(z.string(), z.looseObject({ Type: z.string() })),
  Outputs: z.record(z.string(), z.unknown()).default({}),
});
type Stacks = readonly (readonly [name: string, parts: z.output<typeof template>])[];

let stacks: Stacks;
beforeAll(() => {
  stacks = Object.entries(synthesizeTemplates('prod', LARGEST_CONFIG)).map(
    ([name, each]) => [name, template.parse(each.toJSON())] as const,
  );
});

// Limits of CloudFormation are 500 resources, 200 outputs and 1,000,000 bytes:
// https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
const MAX_RESOURCES = 450;
const MAX_OUTPUTS = 100;
const MAX_TEMPLATE_BYTES = 900_000;

it('the stacks have room for future routes', () => {
  for (const [name, { Resources, Outputs }] of stacks) {
    const [resources, outputs] = [Resources, Outputs].map((each) => Object.keys(each).length);
    console.log(`${name}: ${resources} resources and ${outputs} outputs`);
    expect(resources).toBeLessThanOrEqual(MAX_RESOURCES);
    expect(outputs).toBeLessThanOrEqual(MAX_OUTPUTS);
  }
});

it('the templates have room for future routes, and their recorded size and resources', () => {
  const measured = measureStacks();
  expect(measured.map(({ stackName }) => stackName).toSorted()).toEqual(
    stacks.map(([name]) => name).toSorted(),
  );
  for (const { stackName, bytes } of measured) {
    console.log(`${stackName}: ${bytes} bytes`);
    expect([stackName, bytes <= MAX_TEMPLATE_BYTES]).toEqual([stackName, true]);
  }
  expect(findChangedSizes('resources', countResources(measured))).toEqual([]);
  expect(findChangedSizes('templatesKib', measureTemplates(measured))).toEqual([]);
});

it('no output is specific to one route', () => {
  for (const [, { Outputs }] of stacks) {
    const ofRoutes = Object.keys(Outputs).filter((output) =>
      routeNames.some((route) => output.includes(`api${route}`)),
    );
    expect(ofRoutes).toEqual([]);
  }
});

/** Maximum length of an ARN. The longest belongs to a queue, whose name may have 80 characters. */
const LONGEST = 'arn:aws:sqs:ap-southeast-2:123456789012:'.length + 80;

/** Returns the maximum length of a value in JSON, if each reference resolves to the longest ARN. */
function lengthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).length;
  if (Array.isArray(value)) return sum(value.map((each) => lengthOf(each) + 1)) + 1;
  const [[key = '', inner] = []] = Object.entries(value);
  if (key === 'Fn::Join') return sum((inner as [string, unknown[]])[1].map(lengthOf));
  if (key === 'Ref' || key.startsWith('Fn::')) return LONGEST + 2;
  return sum(Object.entries(value).map(([name, each]) => name.length + 4 + lengthOf(each))) + 1;
}
const sum = (lengths: readonly number[]): number => lengths.reduce((a, b) => a + b, 0);

const role = z.looseObject({
  Type: z.literal('AWS::IAM::Role'),
  Properties: z.object({
    Policies: z.array(z.object({ PolicyDocument: z.unknown() })).default([]),
  }),
});
const policy = z.looseObject({
  Type: z.literal('AWS::IAM::Policy'),
  Properties: z.object({
    PolicyDocument: z.unknown(),
    Roles: z.array(z.object({ Ref: z.string() })),
  }),
});

it('the permissions of a role fit into the 10,240 characters of its policies', () => {
  // IAM's limit for the inline policies of a role:
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
  const MAX_POLICY_LENGTH = 10_240;
  for (const [name, { Resources }] of stacks) {
    const sizes = new Map<string, number>();
    const add = (id: string, size: number) => sizes.set(id, (sizes.get(id) ?? 0) + size);
    for (const [id, resource] of Object.entries(Resources)) {
      const { Policies = [] } = role.safeParse(resource).data?.Properties ?? {};
      for (const { PolicyDocument } of Policies) add(id, lengthOf(PolicyDocument));
      const added = policy.safeParse(resource).data?.Properties;
      for (const { Ref } of added?.Roles ?? []) add(Ref, lengthOf(added?.PolicyDocument));
    }
    const [[largest, size] = ['', 0]] = [...sizes].toSorted(([, a], [, b]) => b - a);
    console.log(`${name}: ${size} characters at most, of ${largest}`);
    expect([name, [...sizes].filter(([, each]) => each > MAX_POLICY_LENGTH)]).toEqual([name, []]);
  }
});

// Other files of the same process must not see the added route.
afterEach(() => vi.resetModules());

/** Returns the number of resources by type with one more route, which has these grants. */
async function countWithRoute(grants: readonly Grant[]): Promise<Map<string, number>> {
  vi.resetModules();
  const { contract } = await import('../../shared/contract/index.ts');
  const { publicExamples } = await import('../../shared/contract/examples/public-examples.ts');
  const { usage } = await import('../../infra/features/usage.ts');
  Object.assign(contract, { added: { ...contract.credits, path: '/api/added' } });
  Object.assign(publicExamples, { added: publicExamples.credits });
  Object.assign(usage.routes, { added: { grants } });
  const { synthesizeTemplates: synthesize } = await import('./template.ts');
  return countByType(template.parse(synthesize('prod', LARGEST_CONFIG)['Tamis-prod']?.toJSON()));
}

const countByType = ({ Resources }: z.output<typeof template>): Map<string, number> =>
  new Map(
    [...Map.groupBy(Object.values(Resources), ({ Type }) => Type)].map(([type, all]) => [
      type,
      all.length,
    ]),
  );

it.each<[string, readonly Grant[], Record<string, number>]>([
  ['the rights of another route: its function', [], { 'AWS::Lambda::Function': 1 }],
  [
    'rights of its own: its function and a role',
    ['table:scan', 'send-mail'],
    { 'AWS::Lambda::Function': 1, 'AWS::IAM::Role': 1 },
  ],
])('a new route adds, with %s', async (_, grants, expected) => {
  const [, core] = stacks.find(([name]) => name === 'Tamis-prod') ?? [];
  const before = core ? countByType(core) : new Map<string, number>();
  const added = [...(await countWithRoute(grants))].flatMap(([type, count]) => {
    const more = count - (before.get(type) ?? 0);
    return more === 0 ? [] : [[type, more]];
  });
  expect(Object.fromEntries(added)).toEqual(expected);
});
