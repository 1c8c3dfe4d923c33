import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/**
 * Runs real mail servers during the tests of a file, with `tests/ci/NAME/mail-world.sh`.
 * @returns their folder, which is deleted after the last test
 */
export function startMailWorld(name: string): string {
  const world = `tests/ci/${name}/mail-world.sh`;
  const home = mkdtempSync(join(tmpdir(), `${name}-`));
  beforeAll(() => {
    execFileSync(world, ['start', home], { stdio: 'inherit' });
  });
  afterAll(() => {
    execFileSync(world, ['stop', home], { stdio: 'inherit' });
    rmSync(home, { recursive: true, force: true });
  });
  return home;
}
