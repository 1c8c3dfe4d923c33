import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useFileClock } from '../../../tests/support/file-clock.ts';
import { watchTemplate } from './watch-template.ts';

useFileClock();

/** Longer than one clock tick of the file system. */
const TICK_MS = 40;

test('reports a changed template but no other change, and continues after invalid sources', async () => {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'template-'));
  cleanup.defer(async () => rmSync(folder, { recursive: true }));
  const file = join(folder, 'route.ts');
  writeFileSync(file, 'as it is');

  const printed: string[] = [];
  const checks: string[] = [];
  const results = [async () => false, () => Promise.reject(new Error('a typo')), async () => true];
  let outdated = false;
  const differs = () => {
    const result = results[checks.length];
    checks.push('look');
    return result?.() ?? Promise.resolve(false);
  };
  await sleep(TICK_MS);
  const watching = watchTemplate(
    { sources: [folder], madeAt: Date.now() },
    differs,
    (line) => printed.push(line),
    cleanup,
  );
  void watching.then(() => (outdated = true));

  // Saves as editors do: a new file replaces the previous one.
  const save = async (): Promise<void> => {
    await sleep(TICK_MS);
    writeFileSync(`${file}~`, 'changed');
    renameSync(`${file}~`, file);
  };
  for (const count of [1, 2]) {
    await save();
    await expect.poll(() => checks.length).toBe(count);
    expect(outdated).toBe(false);
  }
  expect(printed).toEqual(['The template cannot be synthesized: a typo']);
  await save();
  await watching;
  expect(checks).toHaveLength(3);
});
