import { afterAll, afterEach, vi } from 'vitest';
import { takeMissingGrants } from './invoke.ts';
import { stopLogWatch, takeNewLeaks } from './log-watch.ts';

/**
 * After each test, expects that its log contains no address, token, key, code or password, and that
 * functions used only their grants.
 */
afterEach(() => {
  const [missing] = takeMissingGrants();
  if (missing) throw missing;
  const leaks = takeNewLeaks();
  if (leaks.length > 0) throw new Error(`the log of this test leaks:\n${leaks.join('\n')}`);
});

/** Restores the clock, globals and mocked functions for the next file in this thread. */
afterAll(() => {
  stopLogWatch();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
