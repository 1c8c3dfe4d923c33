import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

test.each([['verify.ts', '--json', '-'], ['classify.ts'], ['parse.ts']])(
  '%s rejects a folder as standard input',
  (file, ...args) => {
    const folder = openSync(tmpdir(), 'r');
    const { status, stdout, stderr } = spawnSync(process.execPath, [pathOf(file), ...args], {
      stdio: [folder, 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    closeSync(folder);
    expect([status, stdout, stderr]).toEqual([1, '', 'Standard input is a folder.\n']);
  },
);
