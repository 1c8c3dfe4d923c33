import { afterAll, afterEach, vi } from 'vitest';
import { missingGrants } from './invoke.ts';
import { stopLogWatch, newLeaks } from './log-watch.ts';

/**
 * After each test, expects that its log contains no address, token, key, code or password, and that
 * functions used only their grants.
 */
afterEach(() => {
  const [missing] = missingGrants();
  if (missing) throw missing;
  const leaks = newLeaks();
  if (leaks.length > 0) throw new Error(`the log of this test leaks:\n${leaks.join('\n')}`);
});

/** Restores the clock, globals and functions for the next file in this thread. */
afterAll(() => {
  stopLogWatch();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
