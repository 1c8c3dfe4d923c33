import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openHome, removeLargeLogs } from './home.ts';

it('restricts the home of a stack to its user, even if it was accessible to others before', () => {
  const parent = mkdtempSync(join(tmpdir(), 'home-'));
  try {
    const old = join(parent, 'old');
    mkdirSync(old);
    chmodSync(old, 0o755);
    for (const given of [old, join(parent, 'new')])
      expect(statSync(openHome(given).folder).mode & 0o777).toBe(0o700);
  } finally {
    rmSync(parent, { recursive: true });
  }
});

it('deletes large logs when a stack starts, not when another program opens its home', () => {
  const folder = mkdtempSync(join(tmpdir(), 'home-'));
  try {
    const log = openHome(folder).log('functions');
    writeFileSync(log, '');
    truncateSync(log, 60 * 1024 * 1024);
    const home = openHome(folder);
    expect(existsSync(log)).toBe(true);
    removeLargeLogs(home);
    expect(existsSync(log)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
