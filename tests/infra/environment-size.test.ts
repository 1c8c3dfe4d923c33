import { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { SECRET_SETTINGS, secretGrants } from '../../infra/features/feature.ts';
import { routeNeeds, scheduleNeeds, workerNeeds } from '../../infra/features/index.ts';
import { createStageConfig } from '../../infra/stage/config.ts';
import { PRODUCTION_CONFIG } from './production.ts';
import { createStageApp } from './template.ts';

/** Lambda's limit: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MAX_BYTES = 4096;
const REGION = 'ap-southeast-2';
const NAME = 'a-stage-of20-letters';

const resource = z.object({
  Type: z.string(),
  Properties: z
    .object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }).optional() })
    .optional(),
});
const ref = z.object({ Ref: z.string() });

/** Random part of the longest names that CloudFormation and the services generate. */
const RANDOM = '123456789012';
const named = (id: string): string => `Tamis-${NAME}-${id}-${RANDOM}`;
const LONGEST: Readonly<Record<string, (id: string) => string>> = {
  'AWS::SQS::Queue': (id) =>
    `https://sqs.${REGION}.amazonaws.com/${PRODUCTION_CONFIG.account}/${named(id).slice(0, 80)}`,
  'AWS::SecretsManager::Secret': (id) =>
    `arn:aws:secretsmanager:${REGION}:${PRODUCTION_CONFIG.account}:secret:${id}-${RANDOM}-123456`,
  'AWS::S3::Bucket': () => 'b'.repeat(63),
  'AWS::DynamoDB::Table': named,
  'AWS::Lambda::Alias': (id) => `${named(id).slice(0, 64)}:live`,
  'AWS::Lambda::Function': (id) => named(id).slice(0, 64),
};

/** Creates a stage file with the longest domain, and with a setting of `letters` letters. */
const stageWith = (egress: object, letters: number) => ({
  ...PRODUCTION_CONFIG,
  egress,
  region: REGION,
  domain: `${'a'.repeat(30)}.${'b'.repeat(29)}.com`,
  settings: { EGRESS_BLOCK_LISTS: 'x'.repeat(letters), OAUTH_CLIENTS: 'mailchimp=1,hubspot=1' },
});

/** Returns the largest stage file that is accepted. */
function largest(egress: object) {
  const isAccepted = (letters: number): boolean => {
    try {
      return Boolean(createStageConfig(NAME, stageWith(egress, letters)));
    } catch {
      return false;
    }
  };
  let taken = 0;
  for (let step = MAX_BYTES / 2; step >= 1; step /= 2) if (isAccepted(taken + step)) taken += step;
  return stageWith(egress, taken);
}

/**
 * Returns the environment of each function by id, with every generated name at its maximum length.
 */
function environmentsOf(egress: object) {
  const app = createStageApp('prod', largest(egress));
  const stack = app.node.findChild('Tamis-prod');
  const { Resources, Outputs } = z
    .object({
      Resources: z.record(z.string(), resource),
      Outputs: z.object({ AnyFunction: z.object({ Value: ref }) }),
    })
    .parse(Template.fromStack(stack as Parameters<typeof Template.fromStack>[0]).toJSON());
  const textOf = (value: unknown): string => {
    if (typeof value === 'string') return value;
    // The name of an alias is derived from its reference.
    const [, Ref = ''] = /"Ref":"(\w+)"/.exec(JSON.stringify(value)) ?? [];
    const make = LONGEST[Resources[Ref]?.Type ?? ''];
    if (!make) throw new Error(`the maximum length of ${Ref} is unknown`);
    return make(Ref);
  };
  const environments = Object.entries(Resources).flatMap(([id, { Properties }]) => {
    const { Variables } = Properties?.Environment ?? {};
    if (!Variables) return [];
    const texts = Object.entries(Variables).map(([name, value]) => [name, textOf(value)]);
    const longest = { ...(Object.fromEntries(texts) as Record<string, string>), STAGE: NAME };
    return [[id, longest] as const];
  });
  return { environments: new Map(environments), forCommands: Outputs.AnyFunction.Value.Ref };
}

const grants = new Map(
  [...Object.entries(routeNeeds), ...workerNeeds, ...scheduleNeeds].map(([name, needs]) => [
    name,
    needs.grants as readonly string[],
  ]),
);
const functionOf = (id: string): string => id.replace(/^(api|workers)/, '').slice(0, -8);
const idOf = (name: string, ids: Iterable<string>): string =>
  [...ids].find((id) => functionOf(id) === name) ?? '';
const rareSetting =
  /^(SMTP_\w+|DNS_SERVERS|EGRESS_(SECRET_ID|TEST_ADDRESS)|(CONNECTIONS|ENGINE_(EXPRESS|BULK))_QUEUE_URL)$/;

it.each([{ kind: 'hosts', count: 16 }, { kind: 'socks5' }, { kind: 'off' }])(
  'the environment of each function fits into Lambda’s limit, with egress %o',
  (egress) => {
    const { environments, forCommands } = environmentsOf(egress);
    const sizes = [...environments].map(
      ([id, variables]) => [Buffer.byteLength(JSON.stringify(variables)), id] as const,
    );
    const [[bytes, id] = [0, '']] = sizes.toSorted(([a], [b]) => b - a);
    console.log(`at most ${bytes} bytes, of ${id}`);
    expect(sizes.filter(([size]) => size > MAX_BYTES)).toEqual([]);

    const all = new Set([...environments.values()].flatMap((each) => Object.keys(each)));
    const commands = environments.get(forCommands) ?? {};
    expect([...all].filter((name) => !(name in commands) && !rareSetting.test(name))).toEqual([]);
    const withEgress = [...environments].filter(([, variables]) => 'SMTP_EGRESS' in variables);
    expect(withEgress.map(([name]) => functionOf(name)).toSorted()).toEqual([
      'checkEgress',
      'engine',
    ]);
    const secrets = secretGrants.filter((grant) => all.has(SECRET_SETTINGS[grant]));
    expect(secrets).toContain('csrf-secret');
    for (const [name, functionGrants] of grants) {
      if (name === functionOf(forCommands)) continue;
      const variables = environments.get(idOf(name, environments.keys())) ?? {};
      const sent = functionGrants.filter((grant) => grant.startsWith('send:'));
      const urls = Object.keys(variables).filter((each) => each.endsWith('_QUEUE_URL'));
      expect([name, urls.length]).toEqual([name, new Set([...sent, 'send:list']).size]);
      for (const secret of secrets)
        expect([name, secret, SECRET_SETTINGS[secret] in variables]).toEqual([
          name,
          secret,
          functionGrants.includes(secret),
        ]);
    }
  },
);

it('rejects a stage file that is too long, and reports by how much', () => {
  const file = largest({ kind: 'off' });
  const settings = {
    ...file.settings,
    EGRESS_BLOCK_LISTS: `${file.settings.EGRESS_BLOCK_LISTS}xx`,
  };
  expect(() => createStageConfig('prod', { ...file, settings })).toThrow(
    'The stage prod has an invalid file: seller, links and settings are 2 bytes too long.',
  );
  expect(() => createStageConfig('prod', { ...file, domain: `a${file.domain}` })).toThrow(
    'domain is longer than the 64 characters',
  );
});
