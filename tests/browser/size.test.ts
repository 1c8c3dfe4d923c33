import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** The pages that the stack serves are the built ones, so their size is the visitor's. */
it('keeps the JavaScript of each page within its budget', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['web/check-size.ts'], {
    encoding: 'utf8',
  });
  console.log(stdout.trimEnd());
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
