import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** The stack has built the app, so the script measures the files that a visitor loads. */
it('keeps the JavaScript of each page within its limit', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['web/check-size.ts'], {
    encoding: 'utf8',
  });
  console.log(stdout.trimEnd());
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
