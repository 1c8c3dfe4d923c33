import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const WORKFLOWS = globSync('.github/workflows/*');
const read = (name: string): string => readFileSync(`.github/workflows/${name}.yml`, 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'workflow-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(WORKFLOWS)('%s', (path) => {
  const content = readFileSync(path, 'utf8');

  it('pins actions to commits, has permissions only after an approval, and contains no secret', () => {
    const actions = Array.from(content.matchAll(/uses: (\S+)/g), ([, action]) => action);
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40}$/);
    const count = (line: RegExp): number => content.match(line)?.length ?? 0;
    const hasRights = /: write$/m.test(content);
    expect(hasRights).toBe(!path.endsWith('check.yml'));
    expect(count(/^ {4}environment: \S/gm)).toBe(hasRights ? count(/^ {4}runs-on: /gm) : 0);
    expect(content).not.toMatch(/secrets\.|AKIA|aws-access-key|TOKEN|password/);
    // Shell injection: user input must reach a command only through an environment variable.
    for (const [, command] of content.matchAll(/- run: (\|\n(?: {10}.*\n)+|.*)/g))
      expect(command).not.toContain('${{');
  });
});

it('a stage is deployed after the approval that it requires', () => {
  expect(read('deploy')).toMatch(/^ {4}environment: \$\{\{ inputs\.stage \}\}$/m);
});

it('each push runs both halves with the commits that decide which tests they skip', () => {
  const [, push = ''] = /\n {2}push:\n {4}if:(.*?)\n {2}\w/s.exec(read('check')) ?? [];
  expect(push).toContain('        part: [tests, tools]\n');
  expect(push).toContain('          fetch-depth: 0\n');
  expect(push).toContain('    timeout-minutes: 90\n');
  expect(push).toMatch(/\.ci\/run "\$PART"\n {8}env:\n {10}PART: \$\{\{ matrix\.part \}\}/);
});

it.each([
  ['', '', 'prod --yes'],
  ['yes', '', 'prod --yes --rotate-origin'],
  ['', 'yes', 'prod --yes --now'],
])('a stage is deployed with the options that were chosen (%s, %s)', async (ROTATE, NOW, args) => {
  const [, command = ''] = /- run: npm run deploy -- (.*)/.exec(read('deploy')) ?? [];
  const env = { ...process.env, STAGE: 'prod', ROTATE, NOW };
  const { stdout } = await promisify(execFile)('bash', ['-c', `echo ${command}`], { env });
  expect(stdout.trim()).toBe(args);
  for (const name of ['rotate-origin', 'now'])
    expect(read('deploy')).toContain(`\${{ inputs.${name} && 'yes' || '' }}`);
});

describe('the packages are published', () => {
  const content = read('publish');
  const [, ready = ''] = /- run: \|\n((?: {10}.*\n)+)/.exec(content) ?? [];

  it('on a tag, with provenance, and only what was built', () => {
    expect(content).toMatch(/^on:\n {2}push:\n {4}tags: \['v\*'\]$/m);
    expect(content).toContain('npm publish --workspaces --provenance --access public\n');
    expect(content).toMatch(
      /pypi-publish@.*\n {8}with:\n {10}packages-dir: packages\/python\/dist\/wheels/,
    );
  });

  it.each([
    [true, 'with the version of the tag', {}],
    [false, 'without a license', { license: 'UNLICENSED' }],
    [false, 'without a home page', { homepage: undefined }],
    [false, 'with an example home page', { homepage: 'https://tamis.example/docs/' }],
    [false, 'at another version', { version: '1.2.4' }],
    [false, 'for another repository', { repository: { url: 'git+https://git.test/other.git' } }],
  ])('(%s) %s', async (isPublished, _, given) => {
    const repository = { url: 'git+https://git.test/owner/tamis.git' };
    const homepage = 'https://tamis.test/docs/';
    const manifest = { version: '1.2.3', license: 'MIT', homepage, repository, ...given };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    const env = {
      ...process.env,
      GITHUB_REF_NAME: 'v1.2.3',
      GITHUB_SERVER_URL: 'https://git.test',
      GITHUB_REPOSITORY: 'owner/tamis',
    };
    // The shell options with which GitHub runs scripts
    // (https://docs.github.com/en/actions/reference/workflows-and-actions).
    const script = ready.replace('git diff --exit-code', 'true');
    const done = promisify(execFile)('bash', ['-eo', 'pipefail', '-c', script], {
      cwd: folder,
      env,
    });
    expect(await done.then(Boolean, () => false)).toBe(isPublished);
  });
});
