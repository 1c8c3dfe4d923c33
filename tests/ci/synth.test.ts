import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'synth-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the documented synth command without access to an AWS account. */
function synth(stage: string): string[] {
  const output = mkdtempSync(join(folder, 'out-'));
  execFileSync('npx', ['cdk', 'synth', '--quiet', '--output', output, '-c', `stage=${stage}`], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      AWS_CONFIG_FILE: devNull,
      AWS_SHARED_CREDENTIALS_FILE: devNull,
      AWS_EC2_METADATA_DISABLED: 'true',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return readdirSync(output)
    .filter((file) => file.endsWith('.template.json'))
    .map((file) => file.replace('.template.json', ''))
    .toSorted();
}

it('a trial stage is synthesized without an account or a domain', () => {
  const file = join(folder, 'dev.json');
  writeFileSync(file, '{ "kind": "dev" }');
  expect(synth(file)).toEqual(['Tamis-dev', 'Tamis-dev-Observe']);
});

it('production is synthesized with its web app, which the command builds', () => {
  expect(synth('example')).toEqual([
    'Tamis-example',
    'Tamis-example-Edge',
    'Tamis-example-Egress',
    'Tamis-example-Observe',
  ]);
});
