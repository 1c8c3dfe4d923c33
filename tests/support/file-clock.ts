import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';

/**
 * Replaces `Date.now` with the clock of the file system in the tests of a file, because they compare
 * it with modification times, which shift-date.mjs does not move.
 */
export function useFileClock(): void {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clock-'));
    const file = join(folder, 'now');
    vi.spyOn(Date, 'now').mockImplementation(() => {
      writeFileSync(file, '');
      return Math.floor(statSync(file).mtimeMs);
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });
}
