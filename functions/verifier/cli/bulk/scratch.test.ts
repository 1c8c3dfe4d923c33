import fs, { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openScratch } from './scratch.ts';

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  vi.unstubAllEnvs();
});

test('a file that cannot be opened leaves no folder behind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scratch-test-'));
  vi.stubEnv('TMPDIR', folder);
  vi.spyOn(fs, 'openSync').mockImplementation(() => {
    throw new Error('no space left');
  });
  syncBuiltinESMExports();
  expect(openScratch).toThrow('no space left');
  expect(readdirSync(folder)).toEqual([]);
  rmdirSync(folder);
});
