import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

const SCRIPT = 'tests/ci/mail-world.sh';

/**
 * Runs real mail servers during the tests of a file, as `tests/ci/NAME/config.sh` defines them.
 * @returns their folder, which is deleted after the last test
 */
export function useMailServers(name: string): string {
  const home = mkdtempSync(join(tmpdir(), `${name}-`));
  beforeAll(() => {
    execFileSync(SCRIPT, ['start', name, home], { stdio: 'inherit' });
  });
  afterAll(() => {
    execFileSync(SCRIPT, ['stop', name, home], { stdio: 'inherit' });
    rmSync(home, { recursive: true, force: true });
  });
  return home;
}
