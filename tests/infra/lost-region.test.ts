import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { REPLICATED_SECRETS, replicaRegionsOf } from '../../infra/stacks/core-stack.ts';
import { createStageConfig, EDGE_REGION } from '../../infra/stage/config.ts';
import { PRODUCTION_CONFIG_WITH_HOSTS } from './production.ts';
import { synthesizeTemplates } from './template.ts';

const backup = 'arn:aws:backup:eu-central-1:222222222222:backup-vault:tamis';
const inRegion = (region: string) =>
  Object.entries(
    synthesizeTemplates('prod', { ...PRODUCTION_CONFIG_WITH_HOSTS, region, backup }),
  ).flatMap(([stack, template]) =>
    Object.entries(resources.parse(template.toJSON()).Resources).map(
      ([id, { Type, Properties }]) => ({ stack, id, Type, Properties }),
    ),
  );
const resources = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});
const replicas = z.array(z.object({ Region: z.string() })).default([]);

let lost: ReturnType<typeof inRegion>;
let next: ReturnType<typeof inRegion>;
beforeAll(() => {
  lost = inRegion('eu-west-3');
  next = inRegion('eu-central-1');
});

/** Types of resources that are global or whose names are shared by all regions. */
const GLOBAL = /^AWS::(IAM|S3|CloudFront|Budgets)::|^AWS::CloudWatch::Dashboard$/;
const NAME = /^(Role|User|ManagedPolicy|InstanceProfile|Bucket|Dashboard|Budget)?Name$/;

/** Finds names used outside the region, except in the edge stack, which is redeployed, too. */
const namesElsewhere = (stage: typeof lost): string[] =>
  stage
    .filter(({ stack }) => stack !== 'Tamis-prod-Edge')
    .flatMap(({ Type, Properties }) => {
      const copied = replicas.parse(Properties['ReplicaRegions']);
      if (!GLOBAL.test(Type) && !copied.some(({ Region }) => Region === EDGE_REGION)) return [];
      return Object.entries(Properties).flatMap(([key, value]) =>
        NAME.test(key) && typeof value === 'string' ? [value] : [],
      );
    });

it('a stage in another region conflicts with no name that the lost region has left in us-east-1', () => {
  expect(namesElsewhere(lost)).toEqual(['tamis-prod/origin-eu-west-3']);
  expect(namesElsewhere(next)).toEqual(['tamis-prod/origin-eu-central-1']);
});

it('the existing edge stack is connected to the new region', () => {
  const front = (stage: typeof lost) =>
    JSON.stringify(stage.filter(({ stack }) => stack === 'Tamis-prod-Edge'));
  expect(front(next)).not.toContain('eu-west-3');
  expect(front(lost)).toContain('tamis-prod/origin-eu-west-3:SecretString');
});

it('the secrets needed to use a table copy are replicated to its region, and to no other', () => {
  const copied = lost.flatMap(({ id, Type, Properties }) =>
    Type === 'AWS::SecretsManager::Secret' && !id.startsWith('apiorigin')
      ? [[id.slice(0, -8), replicas.parse(Properties['ReplicaRegions']).map((to) => to.Region)]]
      : [],
  );
  expect(copied).toEqual([
    ['secret', ['eu-central-1']],
    ['codeSecret', []],
    ['csrfSecret', []],
    ['linkSecret', ['eu-central-1']],
    ['webhookSecret', ['eu-central-1']],
    ['connectionSecret', ['eu-central-1']],
    ['stripeSecret', []],
    ['serviceKeySecret', []],
  ]);
  const toVault = (vault?: string) =>
    replicaRegionsOf(
      createStageConfig('prod', {
        ...PRODUCTION_CONFIG_WITH_HOSTS,
        ...(vault && { backup: vault }),
      }),
    );
  expect(toVault(backup)).toEqual([{ region: 'eu-central-1' }]);
  expect(toVault(backup.replace('eu-central-1', 'eu-west-3'))).toEqual([]);
  expect(toVault()).toEqual([]);
});

it('the page on recovery names each replicated secret wherever operators need it', () => {
  const page = readFileSync('docs/operators/recovery.md', 'utf8');
  const sectionOf = (heading: string): string =>
    page.split(/^## /m).find((each) => each.startsWith(heading)) ?? '';
  const { Outputs } = z
    .object({ Outputs: z.record(z.string(), z.object({ Value: z.unknown() })) })
    .parse(synthesizeTemplates('prod')['Tamis-prod']?.toJSON());
  const outputOf = (secret: string): string | undefined =>
    Object.entries(Outputs).find(([, { Value }]) =>
      RegExp(`"Ref":"${secret}[0-9A-F]{8}"`).test(JSON.stringify(Value)),
    )?.[0];
  expect(REPLICATED_SECRETS.size).toBeGreaterThan(3);
  for (const secret of REPLICATED_SECRETS)
    expect([
      sectionOf('Keys\n').includes(`\`${secret}\``),
      sectionOf('Data loss').includes(`\`${secret}\``),
      sectionOf('Losing the region').includes(`\`${outputOf(secret)}\``),
      secret,
    ]).toEqual([true, true, true, secret]);
});
