import { execFile } from 'node:child_process';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { EDGE_REGION } from '../../infra/stage/config.ts';
import { writeTemplates } from '../../infra/release.ts';
import { emulatorAt, waitForEmulator } from '../../localstack/emulator/emulator.ts';
import { PRODUCTION_CONFIG } from '../infra/production.ts';
import { HOSTS_VARIANT, listTemplateFiles, writeAllTemplates } from '../infra/written-templates.ts';
import { startMinistack } from './ministack/server.ts';
import { UNSUPPORTED_FEATURES, removeUnsupportedFeatures } from './ministack/unsupported.ts';

/** Checks the templates of every stage with AWS's own linter, and deploys them once. */

const run = promisify(execFile);
const folder = writeAllTemplates();

const OBSERVE = 'Tamis-prod-Observe';
const MINUTES = 60_000;

/** Findings of cfn-lint that are ignored, with the reason. */
const IGNORED = {
  W3005: 'The CDK adds an explicit dependency on the role, which the function refers to anyway',
};

/**
 * Regions for which templates are checked. Each stack of production has a fixed region; a trial
 * stage may be in either.
 */
const ANYWHERE = [PRODUCTION_CONFIG.region, EDGE_REGION];
const AT_HOME = [PRODUCTION_CONFIG.region];
const AT_THE_EDGE = [EDGE_REGION];
const regionsOf = (path: string): readonly string[] =>
  !path.includes('/') ? ANYWHERE : path.includes('-Edge.') ? AT_THE_EDGE : AT_HOME;

it.concurrent(
  'cfn-lint finds only accepted findings in the templates',
  async () => {
    const byPlace = Map.groupBy(listTemplateFiles(folder), (file) =>
      regionsOf(relative(folder, file)),
    );
    const found = await Promise.all(
      Array.from(byPlace, async ([regions, files]) => {
        const given = ['--regions', ...regions, '--ignore-checks', ...Object.keys(IGNORED)];
        const linter = '.tamis/cfn-lint/bin/cfn-lint';
        const options = ['--format=parseable', ...given, '--', ...files];
        return run(linter, options, { maxBuffer: 1e9 }).then(
          ({ stdout }) => ({ code: 0, stdout }),
          ({ code, stdout }: { code: unknown; stdout: string }) => ({ code, stdout }),
        );
      }),
    );
    expect(found).toEqual(found.map(() => ({ code: 0, stdout: '' })));
  },
  30 * MINUTES,
);

it.concurrent(
  'an emulator creates each stack of production, except for unsupported resources',
  async () => {
    const assembly = join(folder, HOSTS_VARIANT);
    const home = join(folder, 'made');
    cpSync(assembly, home, { recursive: true });
    const found = new Set(
      globSync('*.template.json', { cwd: home }).flatMap((name) => {
        const path = join(home, name);
        const stripped = removeUnsupportedFeatures(readFileSync(path, 'utf8'));
        writeFileSync(path, JSON.stringify(stripped.made));
        return stripped.found;
      }),
    );
    expect(UNSUPPORTED_FEATURES.filter((each) => !found.has(each))).toEqual([]);
    for (const name of globSync('*.json', { cwd: home })) {
      const path = join(home, name);
      // The emulator lacks the SSM parameters of Debian images.
      const text = readFileSync(path, 'utf8')
        .replaceAll(PRODUCTION_CONFIG.region, 'us-east-1')
        .replaceAll(/\{\{resolve:ssm:[^}]*\}\}/g, 'ami-0123456789abcdef0');
      writeFileSync(path, text);
    }

    const ministack = await startMinistack();
    try {
      const emulator = emulatorAt(ministack.endpoint);
      await waitForEmulator(emulator);
      // The emulator derives the account from the access key.
      const env = {
        ...process.env,
        ...emulator.variables,
        AWS_ACCESS_KEY_ID: PRODUCTION_CONFIG.account,
      };
      const cdk = (...args: string[]) =>
        run('npx', ['cdk', ...args, '--app', home, '--ci'], { env, maxBuffer: 1e9 });
      await cdk('bootstrap');
      const { stdout } = await cdk(
        'deploy',
        '--all',
        '--require-approval=never',
        '--concurrency=1',
      );
      expect(stdout.match(/✅ .*/g)).toHaveLength(4);

      // A failed release rolls back to the previous templates.
      const cloudFormation = new CloudFormationClient({
        endpoint: ministack.endpoint,
        region: 'us-east-1',
        credentials: { accessKeyId: PRODUCTION_CONFIG.account, secretAccessKey: 'test' },
      });
      const template = z.looseObject({ Resources: z.record(z.string(), z.unknown()) });
      const inForce = async () => {
        const command = new GetTemplateCommand({ StackName: OBSERVE });
        const { TemplateBody = '' } = await cloudFormation.send(command);
        return template.parse(JSON.parse(TemplateBody));
      };
      const before = await inForce();
      const next = {
        ...before,
        Resources: { ...before.Resources, next: { Type: 'AWS::SNS::Topic' } },
      };
      for (const version of [next, before]) {
        expect(writeTemplates(home, new Map([[OBSERVE, JSON.stringify(version)]]))).toEqual([
          OBSERVE,
        ]);
        await cdk('deploy', OBSERVE, '--exclusively', '--require-approval=never');
        expect(await inForce()).toEqual(version);
      }
    } finally {
      await ministack.stop();
    }
  },
  30 * MINUTES,
);
