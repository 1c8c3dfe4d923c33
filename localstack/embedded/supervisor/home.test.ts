import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openHome } from './home.ts';

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
