import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { PRODUCTION } from '../infra/template.ts';

const folder = mkdtempSync(join(tmpdir(), 'synth-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The very command of the documentation, where no account can be reached. */
function synth(values: Readonly<Record<string, string>>): string[] {
  const output = join(folder, values['stage'] ?? '');
  const options = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  execFileSync('npx', ['cdk', 'synth', '--quiet', '--output', output, ...options], {
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

it('a stage for trials is written without an account and without a domain', () => {
  expect(synth({ stage: 'dev' })).toEqual(['Tamis-dev', 'Tamis-dev-Observe']);
}, 300_000);

it('production is written with its web app, which the command builds', () => {
  expect(synth({ stage: 'prod', ...PRODUCTION, egress: 'nat' })).toEqual([
    'Tamis-prod',
    'Tamis-prod-Edge',
    'Tamis-prod-Egress',
    'Tamis-prod-Observe',
  ]);
}, 300_000);
