import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The stack has already built the app, so the script measures the files that a visitor loads. */
it('keeps the JavaScript of each page within its limit', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['web/check-size.ts'], {
    encoding: 'utf8',
  });
  console.log(stdout.trimEnd());
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it('loads no description of the API', () => {
  const scripts = globSync('dist/web/assets/*.js').map((path) => readFileSync(path, 'utf8'));
  expect(scripts.some((code) => code.includes('credits_charged'))).toBe(true);
  expect(scripts.filter((code) => code.includes('Credits charged so far'))).toEqual([]);
});
