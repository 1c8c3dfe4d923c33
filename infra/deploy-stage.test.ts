import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PRODUCTION_CONFIG } from '../tests/infra/production.ts';
import { synthesizeTemplates } from '../tests/infra/template.ts';
import { replaceNonAscii } from '../tests/support/replace-non-ascii.ts';
import { escapeToAscii } from './stage/ascii-json.ts';
import { createStageConfig } from './stage/config.ts';
import type { DeployedStack } from './stage/deployed-stacks.ts';
import { deployStage } from './deploy-stage.ts';

const FILE = { ...PRODUCTION_CONFIG, egress: { kind: 'hosts', count: 2 } };

const stageOutput = (file: unknown): string => {
  const { Outputs } = synthesizeTemplates('prod', file)['Tamis-prod']?.toJSON() ?? {};
  return z.object({ Stage: z.object({ Value: z.string() }) }).parse(Outputs).Stage.Value;
};

const templateOf = (name: string, shift: string, Enabled: boolean) => ({
  Description: `${name} à 10 000 €`,
  Resources: {
    other: { Type: 'AWS::SNS::Topic' },
    group: {
      Type: 'AWS::CodeDeploy::DeploymentGroup',
      Properties: {
        DeploymentConfigName: `CodeDeployDefault.${shift}`,
        AlarmConfiguration: { Alarms: [{ Name: { Ref: 'alarm' } }], Enabled },
      },
      Metadata: { name },
    },
  },
});
const textOf = (name: string): string =>
  escapeToAscii(JSON.stringify(templateOf(name, 'LambdaCanary10Percent10Minutes', true)));

/** The stacks in deployment order: each follows the stacks it depends on. */
const NAMES = ['Tamis-prod-Egress', 'Tamis-prod', 'Tamis-prod-Observe', 'Tamis-prod-Edge'];

/** A cloud assembly, reduced to the parts that a release reads. */
const folder = mkdtempSync(join(tmpdir(), 'release-'));
beforeEach(() => {
  const artifacts = NAMES.map((name) => [
    name,
    { type: 'aws:cloudformation:stack', hash: `of-${name}.` },
  ]);
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ artifacts: { Tree: { type: 'cdk:tree' }, ...Object.fromEntries(artifacts) } }),
  );
  for (const name of NAMES)
    writeFileSync(
      join(folder, `${name}.assets.json`),
      JSON.stringify({ files: { [`of-${name}.`]: { source: { path: `${name}.template.json` } } } }),
    );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Calls of the CDK and lines printed for the operator, in order. */
let printed: string[];
beforeEach(() => {
  printed = [];
});

/** `states`: the account's stacks before the deployment, and after the first `cdk deploy`. */
async function deploy(
  states: readonly Readonly<Record<string, string>>[],
  {
    file = FILE as object,
    was = FILE as object,
    agrees = true,
    versions = '',
    fails = '',
    paused = false,
    atOnce = false,
    live = '2',
    egress = [['mta1 open accepted']],
    published = [{}] as Readonly<Record<string, string>>[],
  } = {},
) {
  const outputs = (at: number) => ({
    ...published[Math.min(at, published.length - 1)],
    Stage: replaceNonAscii(stageOutput(was)),
    OriginVersioneuwest3: 'v1',
    OriginVersioneucentral1: 'of another secret',
  });
  const stacks = states.map(
    (state, at) =>
      new Map<string, DeployedStack>(
        Object.entries(state).map(([name, status]) => [
          name,
          {
            status,
            outputs: outputs(at),
            template: () => Promise.resolve(replaceNonAscii(textOf(name))),
          },
        ]),
      ),
  );
  let at = 0;
  let egressCalls = 0;
  return deployStage(
    {
      cdk: (...args) => {
        printed.push(`cdk ${args.join(' ')}`);
        if (
          args[0] === fails &&
          printed.filter((line) => line.startsWith(`cdk ${fails}`)).length === 1
        )
          throw new Error('cdk fails');
        if (args[0] === 'deploy') at = Math.min(at + 1, stacks.length - 1);
      },
      stacks: () => Promise.resolve(stacks[at] ?? new Map()),
      engineAlias: () =>
        Promise.resolve({
          functionName: 'Tamis-prod-engine',
          aliasName: 'live',
          liveVersion: live,
          stackVersion: '2',
        }),
      moveEngineAlias: async ({ functionName, aliasName }, version) => {
        printed.push(`${functionName}:${aliasName} moves to ${version}`);
      },
      keepPaused: () => Promise.resolve(paused),
      smoke: () =>
        fails === 'smoke' ? Promise.reject(new Error('smoke fails')) : Promise.resolve(),
      egress: () => {
        const found = egress[Math.min(egressCalls++, egress.length - 1)];
        return found ? Promise.resolve(found) : Promise.reject(new Error('not available'));
      },
      origin: (shown) => Promise.resolve(versions ? [versions, shown ?? 'none'] : []),
      confirm: () => {
        printed.push('agree?');
        return Promise.resolve(agrees);
      },
      print: (line) => printed.push(line),
    },
    {
      config: createStageConfig('prod', file),
      stageArg: 'prod',
      folder,
      options: ['--verbose'],
      atOnce,
    },
  );
}

const everyStackWith = (status: string) => Object.fromEntries(NAMES.map((name) => [name, status]));
const UPDATED = everyStackWith('UPDATE_COMPLETE');

const synth = (made: string) =>
  `cdk synth --quiet --context=stage=prod --context=deployed=${made} --output=${folder}`;
const DIFF = `cdk diff --app=${folder}`;
const BOOTSTRAP =
  'cdk bootstrap aws://111111111111/eu-west-3 aws://111111111111/us-east-1 --context=stage=prod';
const DEPLOY = `cdk deploy --all --require-approval=never --app=${folder} --verbose`;

describe('deploying a stage', () => {
  it('shows the changes, asks for confirmation, and deploys what it showed', async () => {
    const file = { ...FILE, egress: { kind: 'off' }, monthlyBudget: 300 };
    expect(await deploy([UPDATED], { file, was: { ...FILE, table: 'Tamis-restored' } })).toBe(true);
    expect(printed).toEqual([
      synth(NAMES.join()),
      DIFF,
      'egress: {"kind":"hosts","count":2} becomes {"kind":"off"}',
      'table: "Tamis-restored" becomes absent',
      'monthlyBudget: 200 becomes 300',
      'agree?',
      BOOTSTRAP,
      DEPLOY,
    ]);
  });

  it('skips the smoke test of a paused stage, whose firewall would fail it', async () => {
    expect(await deploy([UPDATED], { paused: true, fails: 'smoke' })).toBe(true);
    expect(printed.at(-1)).toBe('The stage is paused, so the smoke test did not run.');
  });

  it('changes nothing if the operator does not confirm', async () => {
    expect(await deploy([UPDATED], { agrees: false })).toBe(false);
    expect(printed).toEqual([synth(NAMES.join()), DIFF, 'agree?']);
  });

  it('gives a new version of the engine all calls at once if asked to', async () => {
    await deploy([UPDATED], { atOnce: true });
    expect(printed[0]).toContain(' --context=now=1 ');
  });

  it('refuses to deploy while the alias of the engine is at a version that the stack does not have', async () => {
    await expect(deploy([UPDATED], { live: '1' })).rejects.toThrow(
      /^The engine's alias live was moved to version 1, but the stack has version 2, .* --now: /,
    );
    expect(printed).toEqual([]);
  });

  it('returns a moved alias just before a deployment at once', async () => {
    await deploy([UPDATED], { live: '1', atOnce: true });
    expect(printed.slice(printed.indexOf(BOOTSTRAP))).toEqual([
      BOOTSTRAP,
      "The engine's alias returns to version 2 until the release.",
      'Tamis-prod-engine:live moves to 2',
      DEPLOY,
    ]);
  });

  it('moves the alias to where the operator had moved it if the release fails', async () => {
    const deployed = deploy([UPDATED], { live: '1', atOnce: true, fails: 'smoke' });
    await expect(deployed).rejects.toThrow('smoke fails');
    expect(printed.at(-1)).toBe('Tamis-prod-engine:live moves to 1');
  });

  it('enables termination protection after the first successful deployment', async () => {
    await deploy([{}, everyStackWith('CREATE_COMPLETE')]);
    expect(printed).toEqual([
      synth(''),
      'The stage prod has not been deployed yet.',
      'agree?',
      BOOTSTRAP,
      DEPLOY,
      'Enabling termination protection for the new stacks.',
      synth(NAMES.join()),
      DEPLOY,
    ]);
  });

  it.each(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'CREATE_FAILED', 'REVIEW_IN_PROGRESS'])(
    'recreates a stack whose creation ended in %s, without termination protection',
    async (status) => {
      const failed = { 'Tamis-prod': 'CREATE_COMPLETE', 'Tamis-prod-Edge': status };
      await deploy([failed, UPDATED]);
      expect(printed[0]).toBe(synth('Tamis-prod'));
      expect(printed.slice(-2)).toEqual([synth(NAMES.join()), DEPLOY]);
    },
  );

  it('keeps the termination protection of a stack whose update was rolled back', async () => {
    await deploy([everyStackWith('UPDATE_ROLLBACK_COMPLETE'), UPDATED]);
    expect(printed).toEqual([synth(NAMES.join()), DIFF, 'agree?', BOOTSTRAP, DEPLOY]);
  });

  it('lets CloudFront send the newest version of the secret and the API also accept the previous one', async () => {
    await deploy([UPDATED], { versions: 'v2' });
    expect(printed[0]).toContain(' --context=stage=prod --context=origin=v2,v1 ');
    printed = [];
    const file = { ...FILE, region: 'eu-north-1' };
    await deploy([UPDATED], { versions: 'v2', file });
    expect(printed[0]).toContain(' --context=origin=v2,none ');
  });

  it('deploys a stack again if an output that it reads was replaced', async () => {
    const [before, now] = [{ PublishOutputGroup: 'sg-1' }, { PublishOutputGroup: 'sg-2' }];
    await deploy([UPDATED, UPDATED], { published: [before, { ...now, PublishOutputNew: 'x' }] });
    expect(printed.slice(-3)).toEqual([
      DEPLOY,
      'Outputs that other stacks read have changed: deploying those stacks again.',
      `${DEPLOY} --force`,
    ]);
    printed = [];
    await deploy([UPDATED, UPDATED], { published: [before, { ...before, PublishOutputNew: 'x' }] });
    expect(printed.at(-1)).toBe(DEPLOY);
  });

  it.each(['smoke', 'deploy'])('rolls back to the previous version if %s fails', async (fails) => {
    await expect(deploy([UPDATED], { fails })).rejects.toThrow(
      `${fails === 'smoke' ? fails : 'cdk'} fails`,
    );
    const rollbackOf = (name: string) =>
      `cdk deploy ${name} --exclusively --force --require-approval=never --app=${folder}`;
    expect(printed.slice(printed.indexOf(DEPLOY))).toEqual([
      DEPLOY,
      'The release failed. Rolling the stacks back to the previous version.',
      // CloudFront must stop sending a new secret before the API stops accepting it.
      rollbackOf('Tamis-prod-Edge'),
      // Each stack reads outputs of earlier stacks, which may be missing in their old versions.
      rollbackOf('Tamis-prod-Egress'),
      rollbackOf('Tamis-prod'),
      rollbackOf('Tamis-prod-Observe'),
      'The previous version is deployed again.',
    ]);
    for (const name of NAMES) {
      const template = readFileSync(join(folder, `${name}.template.json`), 'utf8');
      // The failed version must not get most calls for ten more minutes.
      expect(JSON.parse(template)).toEqual(templateOf(name, 'LambdaAllAtOnce', false));
      for (const index of ['manifest.json', `${name}.assets.json`])
        expect(readFileSync(join(folder, index), 'utf8')).not.toContain(`of-${name}.`);
    }
  });

  const shut = ['mta1 open accepted', 'mta2 shut timeout ptr_missing'];
  const open = ['mta1 open accepted', 'mta2 open accepted'];

  it('rolls back if mail servers no longer respond to an egress address', async () => {
    const deployed = deploy([UPDATED], { egress: [open, shut] });
    await expect(deployed).rejects.toThrow('Mail servers no longer respond to mta2.');
    expect(printed.at(-1)).toBe('The previous version is deployed again.');
  });

  it.each([
    ['responds at the second check', [shut, open]],
    ['was removed', [['mta1 open accepted']]],
    ['was shut before', [shut]],
  ])('succeeds if an egress address %s', async (how, after) => {
    const before = how === 'was shut before' ? shut : open;
    expect(await deploy([UPDATED], { egress: [before, ...after] })).toBe(true);
    expect(printed.at(-1)).toBe(DEPLOY);
  });

  it('reports that the egress check could not run before, and compares nothing', async () => {
    expect(await deploy([UPDATED], { egress: [] })).toBe(true);
    expect(printed).toContain(
      'The egress check could not run before the deployment, so its result will not be compared: Error: not available',
    );
  });

  it('has nothing to roll back to if the first deployment fails', async () => {
    await expect(
      deploy([{}, everyStackWith('CREATE_COMPLETE')], { fails: 'smoke' }),
    ).rejects.toThrow('smoke');
    expect(printed.at(-1)).toBe(DEPLOY);
  });

  it('does not protect the stacks of a dev stage', async () => {
    await deploy([{}, UPDATED], { file: { kind: 'dev' }, was: { kind: 'dev' } });
    expect(printed.slice(-3)).toEqual(['agree?', 'cdk bootstrap --context=stage=prod', DEPLOY]);
  });
});
