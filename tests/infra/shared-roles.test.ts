import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import {
  featureOf,
  routeNames,
  routeNeeds,
  scheduleNeeds,
  workerNeeds,
} from '../../infra/features/index.ts';
import { findResources, synthesizeTemplate } from './template.ts';

/** Tests that functions share log groups and roles, without more rights than each needs. */

const arn = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) });
const lambda = z.object({
  Role: arn,
  LoggingConfig: z.object({ LogGroup: z.object({ Ref: z.string() }) }),
});
const role = z.object({
  Policies: z.array(
    z.object({
      PolicyDocument: z.object({
        Statement: z.array(z.object({ Action: z.unknown(), Resource: z.unknown() })),
      }),
    }),
  ),
});

beforeAll(() => {
  synthesizeTemplate('prod');
});

/** Logical ids contain only letters and digits. */
const idOf = (feature: string): string => feature.replaceAll('-', '');

const needs = new Map<string, { readonly grants: readonly string[] }>([
  ...routeNames.map((name) => [name, routeNeeds[name]] as const),
  ...workerNeeds,
  ...scheduleNeeds,
]);

/** Returns the queues of a worker, or their dead-letter queues. */
function sourcesOf(name: string): string[] {
  const { reads = [], deadLetters = false } = workerNeeds.get(name) ?? {};
  return reads.map((queue) => (deadLetters ? `${queue}Dead` : queue)).toSorted();
}

const functions = () =>
  Object.entries(findResources('prod', 'AWS::Lambda::Function')).map(([id, { Properties }]) => {
    const { Role, LoggingConfig } = lambda.parse(Properties);
    const name = id.replace(/^(api|workers)/, '').slice(0, -8);
    return { name, roleId: Role['Fn::GetAtt'][0], log: LoggingConfig.LogGroup.Ref };
  });

it('functions share a log per feature, and a role if feature and rights are the same', () => {
  const sharing = new Map<string, Set<string>>();
  for (const { name, roleId, log } of functions()) {
    const feature = featureOf(name);
    const { grants = [] } = needs.get(name) ?? {};
    expect([name, log.slice(0, -8)]).toEqual([name, `${idOf(feature)}Log`]);
    const runs = scheduleNeeds.has(name) ? 'failed runs' : '';
    const rights = JSON.stringify([
      feature,
      [...new Set(grants)].toSorted(),
      sourcesOf(name),
      runs,
    ]);
    sharing.set(roleId, (sharing.get(roleId) ?? new Set()).add(rights));
  }
  expect([...sharing].filter(([, rights]) => rights.size > 1)).toEqual([]);
  const sets = [...sharing.values()].map((rights) => rights.values().next().value);
  expect(new Set(sets).size).toBe(sharing.size);
  expect(sharing.size).toBeLessThan(needs.size - 10);
});

it('a role may read the queues of its function, and no others', () => {
  const roles = findResources('prod', 'AWS::IAM::Role');
  for (const { name, roleId } of functions()) {
    const readable = role
      .parse(roles[roleId]?.Properties)
      .Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => JSON.stringify(Action).includes('sqs:ReceiveMessage'))
      .flatMap(({ Resource }) => z.array(arn).parse([Resource].flat()))
      .map(({ 'Fn::GetAtt': [id] }) => id.replace(/^queues/, '').slice(0, -8));
    expect([name, readable.toSorted()]).toEqual([name, sourcesOf(name)]);
  }
});

// CloudFormation creates resources before it deletes others, and names of log groups are unique.
it('the name of a log group belongs to the same logical id as in every earlier version', () => {
  const named = Object.entries(findResources('prod', 'AWS::Logs::LogGroup')).map(
    ([id, { Properties }]) => [id.slice(0, -8), Properties['LogGroupName']],
  );
  expect(Object.fromEntries(named)).toEqual({
    apiaccessLog: '/tamis/prod/api/access',
    // Kept for one release, with the logs from before this feature was divided.
    secondfactorLog: '/tamis/prod/second-factor',
    ...Object.fromEntries(
      [...needs.keys()]
        .map(featureOf)
        .map((feature) => [`${idOf(feature)}Log`, `/tamis/prod/${feature}`]),
    ),
  });
});
