import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/**
 * Runs real mail servers during the tests of a file, with `tests/ci/NAME/mail-world.sh`.
 * @returns their folder, which is deleted after the last test
 */
export function useMailServers(name: string): string {
  const script = `tests/ci/${name}/mail-world.sh`;
  const home = mkdtempSync(join(tmpdir(), `${name}-`));
  beforeAll(() => {
    execFileSync(script, ['start', home], { stdio: 'inherit' });
  });
  afterAll(() => {
    execFileSync(script, ['stop', home], { stdio: 'inherit' });
    rmSync(home, { recursive: true, force: true });
  });
  return home;
}
